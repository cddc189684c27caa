import type { Rect } from '../../../graph/box.ts';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { givenInput } from '../../../graph/primitives/generators.ts';
import type { DrawScope, Source } from '../draw-scope.ts';
import { isRowSource, type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';
import { drawBlur } from './blur.ts';
import { drawKey, drawLut } from './colour.ts';
import { drawComposite, drawMatte, drawSum } from './composite.ts';
import { drawNoise, drawPattern, drawSolid } from './generators.ts';
import { drawRemap } from './remap.ts';
import { drawTransform } from './transform.ts';

/**
 * Draws exactly the rectangle `area` of a node, which must be inside the node's extent. The caller must release the
 * result, unless the node is an input: the result is then the input's own memory. Each primitive has one line here.
 */
export function drawNode(node: GraphNode, area: Rect, inputs: readonly Source[], scope: DrawScope): RgbaSurface {
  switch (node.kind) {
    case 'input':
      return viewInput(node, area, scope);
    case 'solid':
      return drawSolid(node, area, scope);
    case 'transform':
      return drawTransform(node, area, inputs, scope);
    case 'remap':
      return drawRemap(node, area, inputs, scope);
    case 'lut':
      return drawLut(node, area, inputs, scope);
    case 'blur':
      return drawBlur(node, area, inputs, scope);
    case 'sum':
      return drawSum(node, area, inputs, scope);
    case 'key':
      return drawKey(node, area, inputs, scope);
    case 'matte':
      return drawMatte(node, area, inputs, scope);
    case 'pattern':
      return drawPattern(node, area, inputs, scope);
    case 'noise':
      return drawNoise(node, area, scope);
    case 'composite':
      return drawComposite(node, area, inputs, scope);
  }
}

/**
 * Returns a view of an input image, which must be neither written nor released. If the input produces its rows on
 * demand, the caller owns the rows.
 */
function viewInput({ name }: GraphNodeOf<'input'>, area: Rect, scope: DrawScope): RgbaSurface {
  const given = givenInput(scope.inputs, name);
  return isRowSource(given) ? given.rows(area) : viewOfRgba(given, area);
}

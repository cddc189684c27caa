import type { Rect } from '../../../graph/box.ts';
import type { GraphNode } from '../../../graph/graph-node.ts';
import type { DrawScope, Source } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import { drawBlur } from './blur.ts';
import { drawComposite } from './composite.ts';
import { viewInput } from './input.ts';
import { drawKey } from './key.ts';
import { drawLut } from './lut.ts';
import { drawMatte } from './matte.ts';
import { drawNoise } from './noise.ts';
import { drawPattern } from './pattern.ts';
import { drawRemap } from './remap.ts';
import { drawSolid } from './solid.ts';
import { drawSum } from './sum.ts';
import { drawTransform } from './transform.ts';

/**
 * Draws exactly `area` of a node, which must be inside its extent. The caller owns the result, except that of an input
 * node, which is the input's own memory. Each primitive has one file and one line here.
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

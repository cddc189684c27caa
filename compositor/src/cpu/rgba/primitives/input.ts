import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { givenInput } from '../../../graph/primitives/input.ts';
import type { DrawScope } from '../draw-scope.ts';
import { type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';
import { isRowSource } from '../row-source.ts';

/**
 * Returns a view of a given image, which must be neither written nor released. Rows made on demand are owned by the
 * caller.
 */
export function viewInput({ name }: GraphNodeOf<'input'>, area: Rect, scope: DrawScope): RgbaSurface {
  const given = givenInput(scope.inputs, name);
  return isRowSource(given) ? given.rows(area) : viewOfRgba(given, area);
}

import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { givenInput } from '../../../graph/primitives/input.ts';
import type { DrawScope } from '../draw-scope.ts';
import { type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';

/** A picture that is given: read where it lies. Neither to be written nor released. */
export function viewInput({ name }: GraphNodeOf<'input'>, area: Rect, scope: DrawScope): RgbaSurface {
  return viewOfRgba(givenInput(scope.inputs, name), area);
}

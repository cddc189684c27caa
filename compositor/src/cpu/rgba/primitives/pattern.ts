import { grow, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import { boxRect } from '../../../graph/node-rules.ts';
import { fillDots } from '../dots.ts';
import type { DrawScope, Source } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';
import { pixelOf } from './solid.ts';

/** Draws one colour whose alpha follows a formula over `area`. */
export function drawPattern(
  { colour, pattern, room = 0 }: GraphNodeOf<'pattern'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const target = createRgba(kernels.heap, area);
  if (pattern.type === 'lines') fillLines(pattern, target, scope);
  else if (pattern.type === 'radial') fillRadial(pattern, target, scope);
  else fillDots(pattern, target, inputs.at(0)?.surface ?? null, grow(boxRect(scope), room, room), scope);
  const { offset, stride, width, height } = target;
  kernels.run.colourCover(offset, stride, width, height, pixelOf(colour));
  return target;
}

type Pattern<T extends GraphNodeOf<'pattern'>['pattern']['type']> = Extract<
  GraphNodeOf<'pattern'>['pattern'],
  { type: T }
>;

function fillLines(pattern: Pattern<'lines'>, target: RgbaSurface, { kernels }: DrawScope): void {
  const spacing = Math.max(1, pattern.spacing);
  // Measured across the stripes, from the box's corner.
  const { a: x, b: y } = rotation(pattern.angle + 90);
  const start = ((target.x + 0.5) * x + (target.y + 0.5) * y) / spacing;
  const share = Math.min(1, Math.max(0, pattern.share));
  const { offset, stride, width, height } = target;
  kernels.run.coverSlats(offset, stride, width, height, x / spacing, y / spacing, start, share, 1 / spacing);
}

function fillRadial(pattern: Pattern<'radial'>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { centerX, centerY, inner, outer } = pattern;
  const radii = [Math.max(0.01, pattern.radiusX), Math.max(0.01, pattern.radiusY)] as const;
  const { offset, stride, width, height } = target;
  const centre = [centerX - target.x - 0.5, centerY - target.y - 0.5] as const;
  kernels.run.radialCover(offset, stride, width, height, ...centre, ...radii, inner, outer);
}

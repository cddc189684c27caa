import { BLEND_MODES, type BlendMode } from '@framemill/timeline/rendering';
import { isEmpty, overlap, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { Kernels } from '../../../kernels/kernel-module.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';

// Full opacity in the kernels' scale (0-256).
const whole = 256;

// Blend modes whose formulas divide or need all channels: computed in floating point instead of bytes.
const exact: ReadonlySet<BlendMode> = new Set([
  'color-dodge',
  'color-burn',
  'soft-light',
  'hue',
  'saturation',
  'color',
  'luminosity',
]);

/** Blends one image onto another. Only the rectangle that both share is processed. */
export function drawComposite(
  { blend, opacity, atop = false }: GraphNodeOf<'composite'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels }: DrawScope,
): RgbaSurface {
  const target = sourceAt(inputs, 1).own(area);
  const { surface } = sourceAt(inputs, 0);
  const shared = overlap(surface, area);
  if (isEmpty(shared)) return target;
  const top = viewOfRgba(surface, shared);
  blendPixels(kernels, viewOfRgba(target, shared), top, blend, opacity, atop);
  return target;
}

/** Blends pixels onto others of the same size, in place. `opacity` is 0-1. `atop`: the alpha of `under` stays. */
export function blendPixels(
  { run }: Kernels,
  under: RgbaSurface,
  over: RgbaSurface,
  blend: BlendMode,
  opacity: number,
  atop: boolean,
): void {
  const weight = Math.min(whole, Math.max(0, Math.round(opacity * whole)));
  const { width, height } = under;
  const mode = BLEND_MODES.indexOf(blend);
  const pixels = [under.offset, under.stride, over.offset, over.stride, width, height] as const;
  if (exact.has(blend)) run.blendExact(...pixels, weight / whole, mode, atop ? 1 : 0);
  else if (atop) run.blendAtop(...pixels, weight, mode);
  else run.blendRgba(...pixels, weight, mode);
}

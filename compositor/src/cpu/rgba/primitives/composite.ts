import { BLEND_MODES, type BlendMode } from '@framemill/timeline/rendering';
import { isEmpty, overlap, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { Kernels } from '../../../kernels/kernel-module.ts';
import { drawCoverage } from '../coverage.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { type RgbaSurface, releaseRgba, viewOfRgba } from '../rgba-surface.ts';
import { withFrame } from '../sampling.ts';

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

/** Blends one image onto another. Processes only the rectangle in which both images have pixels. */
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

/**
 * Blends the pixels of `over` onto those of `under` in place. Both have the same size. `opacity` is 0-1. With `atop`,
 * the alpha of `under` is unchanged.
 */
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

/** Combines two images arithmetically: `k1 a b + k2 a + k3 b + k4` for each channel. */
export function drawSum(
  { k1, k2, k3, k4 }: GraphNodeOf<'sum'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels }: DrawScope,
): RgbaSurface {
  const target = sourceAt(inputs, 1).own(area);
  const { offset, stride, width, height } = target;
  withFrame(kernels, sourceAt(inputs, 0).surface, area, (over) => {
    kernels.run.sumRgba(offset, stride, over.offset, over.stride, width, height, k1, k2, k3, k4);
  });
  return target;
}

// Full strength in the kernels' scale (0-256).

/** Multiplies an image by a coverage. */
export function drawMatte(
  { by, invert, strength }: GraphNodeOf<'matte'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const weight = Math.min(whole, Math.max(0, Math.round(strength * whole)));
  const target = sourceAt(inputs, 0).own(area);
  const cover = drawCoverage(by, area, inputs.at(1)?.surface ?? null, scope);
  const { surface } = cover;
  const { offset, stride, width, height } = target;
  kernels.run.multiplyRgba(offset, stride, surface.offset, surface.stride, width, height, weight, invert ? 1 : 0);
  if (!cover.kept) releaseRgba(kernels.heap, surface);
  return target;
}

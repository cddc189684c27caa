import type { Kernels } from '../../kernels/kernel-module.ts';
import type { Coverage } from './layer.ts';
import { type Plane, planePairs, type Surface } from './surface.ts';

/** Full opacity on the scale of the WebAssembly kernels, which is 0-256. */
export const opaque = 256;

/** Converts an opacity of 0-1 to the scale of the WebAssembly kernels, 0-256. */
export function kernelOpacity(opacity: number): number {
  return Math.min(opaque, Math.max(0, Math.round(opacity * opaque)));
}

/**
 * Blends `over` onto the opaque `under` in place. Both have the same size. `coverage` is used only when `over` has no
 * alpha.
 */
export function blendOver(
  kernels: Kernels,
  under: Surface,
  over: Surface,
  coverage: Coverage | null,
  opacity: number,
): void {
  if (opacity <= 0) return;
  const targets = [under.luma, ...under.chroma];
  for (const [index, { colour, alpha }] of planePairs(over).entries()) {
    const target = targets[index];
    if (!target) continue;
    if (alpha) blendPremultiplied(kernels, target, colour, alpha, opacity);
    else if (coverage) blendStraight(kernels, target, colour, index === 0 ? coverage.luma : coverage.chroma, opacity);
    else if (opacity >= opaque) copyPlane(kernels, target, colour);
    else mixPlane(kernels, target, target, colour, opacity);
  }
}

/** Interpolates the colour planes of two opaque surfaces of the same size: `a + (b - a) * weight / 256`. */
export function mixOpaque(kernels: Kernels, result: Surface, a: Surface, b: Surface, weight: number): void {
  const pick = (surface: Surface) => [surface.luma, ...surface.chroma];
  const [results, as, bs] = [pick(result), pick(a), pick(b)];
  for (const [index, target] of results.entries()) {
    const [planeA, planeB] = [as[index], bs[index]];
    if (planeA && planeB) mixPlane(kernels, target, planeA, planeB, weight);
  }
}

/** Interpolates two planes of the same size: `a + (b - a) * weight / 256`. `target` may be `a` or `b`. */
export function mixPlane(kernels: Kernels, target: Plane, a: Plane, b: Plane, weight: number): void {
  const { width, height } = target;
  kernels.run.mixRect(target.offset, target.stride, a.offset, a.stride, b.offset, b.stride, width, height, weight);
}

/** Copies a plane to another one of the same size. */
export function copyPlane(kernels: Kernels, target: Plane, source: Plane): void {
  const { width, height } = target;
  kernels.run.copyRect(target.offset, target.stride, source.offset, source.stride, width, height);
}

/** Sets every sample of a plane to one value. */
export function fillPlane(kernels: Kernels, target: Plane, value: number): void {
  kernels.run.fillRect(target.offset, target.stride, target.width, target.height, value);
}

/**
 * Multiplies a plane by an alpha plane and an opacity: `source * alpha * opacity`. A null `alpha` multiplies by the
 * opacity alone.
 */
export function multiplyPlane(
  kernels: Kernels,
  target: Plane,
  source: Plane,
  alpha: Plane | null,
  opacity: number,
): void {
  kernels.run.multiplyRect(
    target.offset,
    target.stride,
    source.offset,
    source.stride,
    alpha?.offset ?? 0,
    alpha?.stride ?? 0,
    target.width,
    target.height,
    opacity,
  );
}

/**
 * Blends a premultiplied plane over `target` in place: `target * (1 - alpha * opacity) + colour * opacity`. `colour`
 * has the stride of `alpha`.
 */
export function blendPremultiplied(
  kernels: Kernels,
  target: Plane,
  colour: Plane,
  alpha: Plane,
  opacity: number,
): void {
  const { width, height } = target;
  kernels.run.blendPremultiplied(
    target.offset,
    target.stride,
    colour.offset,
    alpha.offset,
    colour.stride,
    width,
    height,
    opacity,
  );
}

function blendStraight(kernels: Kernels, target: Plane, colour: Plane, alpha: Plane, opacity: number): void {
  const { width, height } = target;
  kernels.run.blendStraight(
    target.offset,
    target.stride,
    colour.offset,
    colour.stride,
    alpha.offset,
    alpha.stride,
    width,
    height,
    opacity,
  );
}

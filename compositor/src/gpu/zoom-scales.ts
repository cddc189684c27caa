import type { Size } from '../graph/placement.ts';

const mostSamples = 64;
// Maximum amount: a mean down to the centre itself has no ratio between its ends.
const largestAmount = 0.97;

/**
 * Computes the scales of the two passes of a radial blur. A sample at the fraction s = s1 s2 of the way from the centre
 * equals a sample at s1 of a sample at s2. Two passes of n samples therefore give n^2 samples. Computed for the whole
 * box, so that a part of an image is drawn as in the whole.
 */
export function zoomScales(
  { amount, centerX, centerY }: { readonly amount: number; readonly centerX: number; readonly centerY: number },
  box: Size,
): { near: number[]; wide: number[] } {
  const rest = 1 - Math.min(largestAmount, Math.max(0, amount));
  const far = (length: number, centre: number) => Math.max(centre, length - centre);
  const distance = Math.hypot(far(box.width, centerX), far(box.height, centerY));
  const samples = Math.min(mostSamples, Math.max(4, Math.ceil(distance * (1 - rest))));
  const each = Math.ceil(Math.sqrt(samples));
  return {
    near: Array.from({ length: each }, (_, k) => rest ** ((k + 0.5) / each ** 2)),
    wide: Array.from({ length: each }, (_, k) => rest ** (k / each)),
  };
}

import type { Size } from '../graph/placement.ts';

const mostSamples = 64;
// A mean down to the centre itself has no ratio between its ends.
const largestAmount = 0.97;

/**
 * The scales of a radial blur's two passes. A sample at the share s of the way from the centre is one at s1 of one at s2, s = s1 s2: two passes
 * of n samples make n^2. Counted for the whole box, so that a part of a picture is drawn as it is in the whole.
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

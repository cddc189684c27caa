import type { StereoBlock } from '../audio-format.ts';

/** Number of zero crossings of the kernel on each side. */
const CROSSINGS = 12;
/** Number of table entries between two zero crossings; values in between are interpolated linearly. */
const FINENESS = 512;

/**
 * Returns the half-width of the interpolation kernel in samples. `cutoff` (0-1) is the pass band as a fraction of the
 * full band.
 */
export function sincReach(cutoff: number): number {
  return Math.ceil(CROSSINGS / cutoff) + 1;
}

/**
 * Interpolates both channels of `from` at the fractional position `place`, and writes the result to sample `index` of
 * `into`. The kernel is a sinc with a Hann window and 12 zero crossings on each side; its weights are normalised to a
 * sum of 1. `from` is a ring buffer whose length is a power of two. `cutoff` (0-1) is the pass band as a fraction of
 * the full band. Use 1 / speed when the audio is played faster, which prevents aliasing.
 */
export type SincReader = (from: StereoBlock, place: number, cutoff: number, into: StereoBlock, index: number) => void;

/** Creates an interpolator and its kernel table. */
export function createSincReader(): SincReader {
  const table = kernelTable();
  return ({ left, right }, place, cutoff, into, index) => {
    const mask = left.length - 1;
    const middle = Math.floor(place);
    const reach = sincReach(cutoff);
    const scale = cutoff * FINENESS;
    let sumLeft = 0;
    let sumRight = 0;
    let weights = 0;
    for (let i = middle - reach + 1; i <= middle + reach; i++) {
      const at = Math.abs(i - place) * scale;
      const entry = at | 0;
      const before = table[entry] ?? 0;
      const weight = before + ((table[entry + 1] ?? 0) - before) * (at - entry);
      sumLeft += weight * (left[i & mask] ?? 0);
      sumRight += weight * (right[i & mask] ?? 0);
      weights += weight;
    }
    into.left[index] = sumLeft / weights;
    into.right[index] = sumRight / weights;
  };
}

function kernelTable(): Float64Array {
  return Float64Array.from({ length: CROSSINGS * FINENESS + 2 }, (_, i) => {
    const x = i / FINENESS;
    if (x === 0) return 1;
    if (x >= CROSSINGS) return 0;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * CROSSINGS)) ** 2;
  });
}

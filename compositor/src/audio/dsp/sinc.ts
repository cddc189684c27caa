import type { StereoBlock } from '../audio-format.ts';

/** Zero crossings of the kernel on each side. */
const CROSSINGS = 12;
/** Table entries between two zero crossings; in between the table is linear. */
const FINENESS = 512;

/** How far the kernel reaches to either side of a place. Samples, for a `cutoff` as below. */
export function sincReach(cutoff: number): number {
  return Math.ceil(CROSSINGS / cutoff) + 1;
}

/**
 * Reads both sides of `from` between samples, at `place`, into sample `index` of `into`: a sinc under a Hann window, 12 zero crossings a side, its weights made to add up to 1.
 * `from` is a ring whose length is a power of two. `cutoff` (0-1) is the share of the band that is kept: 1 / speed when the sound is played faster, so
 * that nothing folds back.
 */
export type SincReader = (from: StereoBlock, place: number, cutoff: number, into: StereoBlock, index: number) => void;

/** Prepares the kernel. */
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

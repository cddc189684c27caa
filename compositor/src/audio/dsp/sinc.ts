/** Zero crossings of the kernel on each side. */
const CROSSINGS = 12;
/** Table entries between two zero crossings; in between the table is linear. */
const FINENESS = 512;

/** How far the kernel reaches to either side of a place. Samples, for a `cutoff` as below. */
export function sincReach(cutoff: number): number {
  return Math.ceil(CROSSINGS / cutoff) + 1;
}

/**
 * Reads between samples: a sinc under a Hann window, 12 zero crossings a side, its weights made to add up to 1. `values` is a ring whose length is a power of two, `place` may be
 * any number. `cutoff` (0-1) is the share of the band that is kept: 1 / speed when the sound is played faster, so that nothing folds back.
 */
export type SincReader = (values: Float32Array, place: number, cutoff: number) => number;

/** Prepares the kernel. */
export function createSincReader(): SincReader {
  const table = kernelTable();
  return (values, place, cutoff) => {
    const mask = values.length - 1;
    const middle = Math.floor(place);
    const reach = sincReach(cutoff);
    let sum = 0;
    let weights = 0;
    for (let i = middle - reach + 1; i <= middle + reach; i++) {
      const at = Math.abs(i - place) * cutoff * FINENESS;
      const entry = Math.floor(at);
      const before = table[entry] ?? 0;
      const weight = before + ((table[entry + 1] ?? 0) - before) * (at - entry);
      sum += weight * (values[i & mask] ?? 0);
      weights += weight;
    }
    return sum / weights;
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

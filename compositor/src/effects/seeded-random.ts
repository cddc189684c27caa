/** Hashes integers into one 32-bit integer (the finalizer of MurmurHash3 after each). */
export function mixIntegers(...integers: number[]): number {
  let hash = 0x9e3779b9;
  for (const integer of integers) {
    hash = Math.imul(hash ^ integer, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash = (hash ^ (hash >>> 16)) + 0x6d2b79f5;
  }
  return hash | 0;
}

/**
 * Returns a number of [0, 1) that depends only on the given integers: identical on every platform and for every range
 * of frames.
 */
export function randomOf(...integers: number[]): number {
  return (mixIntegers(...integers) >>> 0) / 2 ** 32;
}

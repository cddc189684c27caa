/**
 * Returns a pseudo-random number in [0, 1) for a position in a seeded sequence, identical on every platform. Uses the
 * integer mixing of MurmurHash3.
 */
export function seeded(seed: number, index: number): number {
  let h = (seed ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Computes a 32-bit seed from a clip's id (FNV-1a). */
export function seedOf(id: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) h = Math.imul(h ^ id.charCodeAt(at), 0x01000193);
  return h >>> 0;
}

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
 * Returns a pseudo-random number in [0, 1) that depends only on the given integers and is identical on every platform.
 */
export function randomOf(...integers: number[]): number {
  return (mixIntegers(...integers) >>> 0) / 2 ** 32;
}

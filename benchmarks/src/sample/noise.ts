/**
 * Hashes two integers and a seed to a number from 0 (inclusive) to 1 (exclusive). Only integer arithmetic is used, so
 * the result is the same on every machine.
 */
export function hash2(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Returns a smooth transition from 0 at `from` to 1 at `to`, constant outside. `from` may be larger than `to`. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/**
 * Square field of samples that repeats in both directions. `size` is its width in samples, a power of two. `at` returns
 * the bilinearly interpolated value at any coordinates, in samples.
 */
export interface Field {
  readonly size: number;
  readonly data: Float32Array;
  at(x: number, y: number): number;
}

/** Wraps samples (row by row, `size` x `size`) as a field. */
export function createField(size: number, data: Float32Array): Field {
  const mask = size - 1;
  return {
    size,
    data,
    at(x, y) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      const fx = x - left;
      const fy = y - top;
      const x0 = left & mask;
      const x1 = (left + 1) & mask;
      const row0 = (top & mask) * size;
      const row1 = ((top + 1) & mask) * size;
      const a = data[row0 + x0] ?? 0;
      const b = data[row0 + x1] ?? 0;
      const c = data[row1 + x0] ?? 0;
      const d = data[row1 + x1] ?? 0;
      const upper = a + (b - a) * fx;
      return upper + (c + (d - c) * fx - upper) * fy;
    },
  };
}

/**
 * Creates fractal noise, 0-1 with a mean near 0.5, that repeats every `size` samples. `cells` is the number of lattice
 * cells across the field in the first octave (a power of two). Each further octave has twice as many cells, and a
 * weight that is `gain` times the weight of the octave before.
 */
export function fractalField(size: number, cells: number, octaves: number, gain: number, seed: number): Field {
  const data = new Float32Array(size * size);
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves && cells << octave <= size; octave++) {
    addLattice(data, size, cells << octave, weight, seed + octave * 101);
    total += weight;
    weight *= gain;
  }
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / total;
  return createField(size, data);
}

function addLattice(data: Float32Array, size: number, cells: number, weight: number, seed: number): void {
  const step = cells / size;
  const wrap = cells - 1;
  for (let y = 0; y < size; y++) {
    const cy = Math.floor(y * step);
    const sy = fade(y * step - cy);
    for (let x = 0; x < size; x++) {
      const cx = Math.floor(x * step);
      const sx = fade(x * step - cx);
      const a = hash2(cx & wrap, cy & wrap, seed);
      const b = hash2((cx + 1) & wrap, cy & wrap, seed);
      const c = hash2(cx & wrap, (cy + 1) & wrap, seed);
      const d = hash2((cx + 1) & wrap, (cy + 1) & wrap, seed);
      const upper = a + (b - a) * sx;
      data[y * size + x] = (data[y * size + x] ?? 0) + weight * (upper + (c + (d - c) * sx - upper) * sy);
    }
  }
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/** What lies beyond a picture's box when it is sampled there. */
export type Edge = 'transparent' | 'clamp' | 'mirror' | 'wrap';

/** Straight colour, each 0-1. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Rows of a projective map: x' = (a x + b y + c) / (g x + h y + i), y' = (d x + e y + f) / (g x + h y + i). */
export type Projection = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
];

/** What becomes of colours. Equal ids hold equal values. */
export type LutTable = CubeTable | CurveTable;

/** `size` points a side; `values[((b * size + g) * size + r) * 3 + channel]`, 0-1. */
export interface CubeTable {
  readonly size: number;
  readonly values: Float32Array;
  readonly id: string;
}

/** Red, green and blue change each by itself: what becomes of each of the 256 levels, 0-1. */
export interface CurveTable {
  readonly curves: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  readonly id: string;
}

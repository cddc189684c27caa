/** Edge mode: which pixels sampling returns outside an image's box. */
export type Edge = 'transparent' | 'clamp' | 'mirror' | 'wrap';

/** Straight colour, 0-1 for each channel. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** Coefficients of a projective map: x' = (a x + b y + c) / (g x + h y + i), y' = (d x + e y + f) / (g x + h y + i). */
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

/** Colour table. Tables with equal ids contain equal values. */
export type LutTable = CubeTable | CurveTable;

/**
 * Three-dimensional colour table with `size` points along each axis: `values[((b * size + g) * size + r) * 3 +
 * channel]`, 0-1.
 */
export interface CubeTable {
  readonly size: number;
  readonly values: Float32Array;
  readonly id: string;
}

/** Table that maps red, green and blue independently: the value (0-1) for each of the 256 levels. */
export interface CurveTable {
  readonly curves: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  readonly id: string;
}

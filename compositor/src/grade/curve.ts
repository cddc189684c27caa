/** Points of a curve, from left to right. */
export type CurvePoints = readonly (readonly [input: number, output: number])[];

/**
 * Returns a smooth curve through the points that never overshoots them: cubic Hermite segments with the tangents of
 * Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980). Two points give a straight line. Outside the outermost points
 * the curve is constant.
 */
export function curveThrough(points: CurvePoints): (input: number) => number {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const tangents = tangentsOf(xs, ys);
  const last = xs.length - 1;
  return (input) => {
    if (input <= at(xs, 0)) return at(ys, 0);
    if (input >= at(xs, last)) return at(ys, last);
    let piece = 0;
    while (input > at(xs, piece + 1)) piece++;
    const width = at(xs, piece + 1) - at(xs, piece);
    const t = (input - at(xs, piece)) / width;
    const u = 1 - t;
    return (
      (1 + 2 * t) * u * u * at(ys, piece) +
      t * u * u * width * at(tangents, piece) +
      t * t * (3 - 2 * t) * at(ys, piece + 1) -
      t * t * u * width * at(tangents, piece + 1)
    );
  };
}

/**
 * Returns a smooth curve like `curveThrough` for hues. Inputs of 0-1 are one turn of the colour circle, so that the
 * curve continues from 1 to 0.
 */
export function hueCurveThrough(points: CurvePoints): (turn: number) => number {
  const before = points.map(([x, y]) => [x - 1, y] as const);
  const after = points.map(([x, y]) => [x + 1, y] as const);
  const all = [...before, ...points, ...after].filter(([x], index, list) => x > (list[index - 1]?.[0] ?? -2));
  return curveThrough(all);
}

function tangentsOf(xs: readonly number[], ys: readonly number[]): number[] {
  const slopes = xs.slice(1).map((x, index) => (at(ys, index + 1) - at(ys, index)) / (x - at(xs, index)));
  const tangents = xs.map((_, index) => {
    const before = slopes[index - 1];
    const after = slopes[index];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (before + after) / 2;
  });
  for (const [index, slope] of slopes.entries()) {
    if (slope === 0) {
      tangents[index] = 0;
      tangents[index + 1] = 0;
      continue;
    }
    const a = at(tangents, index) / slope;
    const b = at(tangents, index + 1) / slope;
    const length = Math.hypot(a, b);
    if (length <= 3) continue;
    tangents[index] = (3 / length) * a * slope;
    tangents[index + 1] = (3 / length) * b * slope;
  }
  return tangents;
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}

/**
 * Table of a function of one number, for loops that evaluate it often. It interpolates linearly between equally spaced
 * points of [0, to] and is constant outside.
 */
export interface FunctionTable {
  readonly values: Float64Array;
  /** Number of table intervals for each unit of the input. */
  readonly density: number;
}

/** Computes the table of the function `of` over [0, to], divided into `steps` intervals. */
export function tabulate(of: (x: number) => number, to: number, steps: number): FunctionTable {
  const values = new Float64Array(steps + 2);
  for (let step = 0; step <= steps; step++) values[step] = of((step * to) / steps);
  values[steps + 1] = values[steps] ?? 0;
  return { values, density: steps / to };
}

/** Returns the value of a table at `x`, interpolated linearly. */
export function lookUp({ values, density }: FunctionTable, x: number): number {
  const place = Math.min(values.length - 2, Math.max(0, x * density));
  const index = Math.floor(place);
  const low = values[index] ?? 0;
  return low + ((values[index + 1] ?? 0) - low) * (place - index);
}

/** Converts a gamma-encoded value to linear light (IEC 61966-2-1). Values above 1 follow the same curve. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Converts linear light to a gamma-encoded value. Values above 1 follow the same curve; values below 0 give 0. */
export function encodeSrgb(light: number): number {
  if (light <= 0) return 0;
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/**
 * Table of a function of one number, in `steps` linear sections over [0, to] and constant beyond. For loops that
 * evaluate it often.
 */
export interface FunctionTable {
  readonly values: Float64Array;
  /** Number of sections for each unit of the input. */
  readonly density: number;
}

/** Computes the table of `of` over [0, to]. */
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

/** Reference implementation of `lutRgba` for one straight colour (0-1): tetrahedral interpolation in floating point. */
export function lookUp(values: Float32Array, size: number, colour: readonly [number, number, number]): number[] {
  const cells = colour.map((value) => Math.min(size - 2, Math.floor(value * (size - 1))));
  const fractions = colour.map((value, k) => value * (size - 1) - (cells[k] ?? 0));
  const axes = [0, 1, 2].toSorted((a, b) => (fractions[b] ?? 0) - (fractions[a] ?? 0));
  const corner = [...cells];
  const point = (k: number) =>
    values[(((corner[2] ?? 0) * size + (corner[1] ?? 0)) * size + (corner[0] ?? 0)) * 3 + k] ?? 0;
  const result = [0, 1, 2].map(point);
  for (const axis of axes) {
    const before = [0, 1, 2].map(point);
    corner[axis] = (corner[axis] ?? 0) + 1;
    for (let k = 0; k < 3; k++) result[k] = (result[k] ?? 0) + (fractions[axis] ?? 0) * (point(k) - (before[k] ?? 0));
  }
  return result;
}

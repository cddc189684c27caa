/**
 * Reference implementation of `discMaximum`: returns the largest value within `radius` of (x, y). Values outside the
 * image are 0.
 */
export function discMaximum(values: (x: number, y: number) => number, x: number, y: number, radius: number): number {
  let most = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      if (dx * dx + dy * dy <= radius * radius) most = Math.max(most, values(x + dx, y + dy));
    }
  }
  return most;
}

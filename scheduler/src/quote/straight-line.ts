/** Straight line y = base + slope * x, with both at least 0. */
export interface StraightLine {
  readonly base: number;
  readonly slope: number;
}

/**
 * Fits a line to points so that a few outliers do not move it. The slope is the median of the slopes between all pairs
 * (Theil 1950, Sen 1968); the base is the median of the remaining offsets. null: fewer than three points.
 */
export function straightLine(points: readonly { readonly x: number; readonly y: number }[]): StraightLine | null {
  if (points.length < 3) return null;
  const slopes = points.flatMap((a, n) =>
    points.slice(n + 1).flatMap((b) => (a.x === b.x ? [] : [(b.y - a.y) / (b.x - a.x)])),
  );
  const slope = Math.max(0, slopes.length === 0 ? 0 : middle(slopes));
  return { base: Math.max(0, middle(points.map(({ x, y }) => y - slope * x))), slope };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

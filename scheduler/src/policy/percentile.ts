/**
 * Returns the `share` (0-1) percentile of some figures by nearest rank; null when there are none. The figures need not
 * be sorted.
 */
export function percentile(figures: readonly number[], share: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

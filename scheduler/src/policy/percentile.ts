/** The `share` (0-1) percentile of some figures by nearest rank; null of none. The figures need no order. */
export function percentile(figures: readonly number[], share: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/**
 * Returns the median of the values; for an even number of values, the mean of the two middle ones. Throws on an empty
 * list.
 */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/**
 * Returns the percentile `share` (0-1) of the values, with linear interpolation between neighbours. Throws on an empty
 * list.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new Error('The percentile of an empty list was requested.');
  return low + (high - low) * (at - Math.floor(at));
}

/** Returns the geometric mean of positive values. Returns 1 for an empty list. */
export function geometricMean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + Math.log(value), 0);
  return Math.exp(sum / Math.max(1, values.length));
}

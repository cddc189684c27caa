/** Formats a number with at most four decimals, for style sheets and attributes. */
export function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000 + 0);
}

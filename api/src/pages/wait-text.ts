/** Formats a duration for the documentation: `5 s`, `30 min`, `2 h`. */
export function waitText(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}

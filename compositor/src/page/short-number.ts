/** A number as short as four decimals allow: what is written into style sheets and attributes. */
export function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000 + 0);
}

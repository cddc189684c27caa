/** Times of a call of an attack, in ms since the epoch. */
export interface CallTime {
  readonly attack: string;
  readonly atMs: number;
  readonly endMs: number;
}

/** Minimum number of responses for a meaningful mean. */
const fewest = 5;
/** Factor by which responses during an attack's calls must be slower than all responses for the attack to stand out. */
const standsOut = 1.3;

/**
 * Returns the attack during whose calls another customer's responses took longest on average; null when none stands
 * out.
 */
export function suspectOf(
  calls: readonly CallTime[],
  answers: readonly { readonly atMs: number; readonly tookMs: number }[],
): string | null {
  const mean = (some: readonly { tookMs: number }[]) => some.reduce((sum, { tookMs }) => sum + tookMs, 0) / some.length;
  const all = mean(answers);
  const names = [...new Set(calls.map(({ attack }) => attack))];
  if (names.length === 1) return names[0] ?? null;
  const found = names.flatMap((attack) => {
    const mine = calls.filter((call) => call.attack === attack);
    const during = answers.filter(({ atMs, tookMs }) =>
      mine.some((call) => call.atMs <= atMs + tookMs && call.endMs >= atMs),
    );
    return during.length < fewest ? [] : [{ attack, meanMs: mean(during) }];
  });
  const worst = found.reduce<(typeof found)[number] | null>((a, b) => (a && a.meanMs >= b.meanMs ? a : b), null);
  return worst && worst.meanMs > all * standsOut ? worst.attack : null;
}

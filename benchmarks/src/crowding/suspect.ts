/** When a call of an attack ran, wall time in milliseconds. */
export interface CallTime {
  readonly attack: string;
  readonly atMs: number;
  readonly endMs: number;
}

/** Fewer answers say nothing. */
const fewest = 5;
/** An attack stands out when answers during its calls took so many times as long as all answers. */
const standsOut = 1.3;

/** The attack during whose calls another customer's answers took longest on average; null: none stands out. */
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

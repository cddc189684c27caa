/** Cases of a matrix that run together, and the tags of their tests. */
interface Sample<Case> {
  cases: Case[];
  tags: string[];
}

/**
 * Splits the cases of a matrix for `it.each`: every `step`-th case, from the first one on, runs in each `npm test`. The
 * others have the tag `full` and run only in `npm run test:all`. List the file in `docs/tests.md`.
 */
export function sampled<Case>(all: readonly Case[], step: number): Sample<Case>[] {
  const isQuick = (index: number) => index % step === 0;
  return [
    { cases: all.filter((_, index) => isQuick(index)), tags: [] },
    { cases: all.filter((_, index) => !isQuick(index)), tags: ['full'] },
  ].filter(({ cases }) => cases.length > 0);
}

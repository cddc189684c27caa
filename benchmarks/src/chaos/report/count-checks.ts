import type { ScenarioResult } from '../run-chaos.ts';

/** Checks that passed and that failed; of each failure what was checked and what was found. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/**
 * Counts a run: every row of its table and every line of its audits is one check, a scenario that broke off one failure.
 * Timings that were missed on a machine that may be busy (`slow`) count as neither.
 */
export function countChecks(results: readonly Pick<ScenarioResult, 'scenario' | 'rows' | 'audit' | 'error'>[]): Counts {
  const checks = results.flatMap(({ scenario, rows, audit, error }) => [
    ...rows
      .filter(({ verdict }) => verdict !== 'slow')
      .map(({ ok, promise, figure, limit }) => ({ ok, text: `${promise}: ${figure} (has to be: ${limit})` })),
    ...audit.map(({ ok, check, found }) => ({ ok, text: `after ${scenario}: ${check}: ${found}` })),
    ...(error === null ? [] : [{ ok: false, text: `${scenario}: ${error}` }]),
  ]);
  const failures = checks.filter(({ ok }) => !ok).map(({ text }) => text);
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}

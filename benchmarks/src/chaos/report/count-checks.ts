import type { ScenarioResult } from '../run-chaos.ts';

/** Checks that passed and that failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Counts a run: every row of its table and every line of its audits is one check, a scenario that broke off one failure.
 * Timings that were missed on a machine that may be busy (`slow`) count as neither.
 */
export function countChecks(results: readonly Pick<ScenarioResult, 'rows' | 'audit' | 'error'>[]): Counts {
  const checks = results.flatMap(({ rows, audit, error }) => [
    ...rows.filter(({ verdict }) => verdict !== 'slow').map(({ ok }) => ok),
    ...audit.map(({ ok }) => ok),
    ...(error === null ? [] : [false]),
  ]);
  const passed = checks.filter((ok) => ok).length;
  return { passed, failed: checks.length - passed };
}

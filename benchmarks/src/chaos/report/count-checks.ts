import type { ScenarioResult } from '../run-chaos.ts';

/** Numbers of passed and failed checks. Each failure names the check and its figures. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/**
 * Counts the checks of a run. Every table row and every audit line is one check; an aborted scenario is one failure.
 * Missed timings on a machine that may be busy (`slow`) are not counted.
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

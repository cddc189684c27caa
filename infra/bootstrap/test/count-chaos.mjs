/**
 * Counts the report of the chaos suite: every row of its table and every line of its audits is one check, a scenario that broke off one failure.
 * Timings that were missed on a machine that may be busy (`slow`) count as neither.
 * @param {{ results: { rows: { verdict: string }[]; audit: { ok: boolean }[]; error: string | null }[] }} report
 */
export function countChaos(report) {
  let passed = 0;
  let failed = 0;
  for (const { rows, audit, error } of report.results) {
    const verdicts = [...rows.map(({ verdict }) => verdict), ...audit.map(({ ok }) => (ok ? 'ok' : 'failed'))];
    passed += verdicts.filter((verdict) => verdict === 'ok').length;
    failed += verdicts.filter((verdict) => verdict === 'failed').length;
    if (error !== null) failed += 1;
  }
  return { passed, failed };
}

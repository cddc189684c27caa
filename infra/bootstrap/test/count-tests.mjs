/**
 * Counts vitest's JSON report. A file that fails without a failed test in it (it cannot be loaded, its set-up throws) counts as one failure.
 * @param {{ testResults: { status: string; assertionResults: { status: string }[] }[] }} report
 */
export function countTests(report) {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    const failedBefore = failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') passed += 1;
      else if (status === 'failed') failed += 1;
      else skipped += 1;
    }
    if (file.status === 'failed' && failed === failedBefore) failed += 1;
  }
  return { passed, failed, skipped };
}

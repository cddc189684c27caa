import path from 'node:path';

/** @typedef {{ status: string; fullName: string; tags?: string[]; failureMessages?: string[] }} TestResult */
/**
 * Results of one test file. `name` is its path.
 * @typedef {{ name: string; status: string; message?: string; assertionResults: TestResult[] }} FileResult
 */
/** @typedef {{ testResults: FileResult[] }} Report output of vitest's JSON reporter */

/**
 * Counts the results in a report. A file that fails without a failed test, because it cannot be loaded or its set-up
 * throws, counts as one failure.
 * @param {Report} report
 * @param {string} root folder to which file names are relative
 * @param {{ isFullRun?: boolean }} [options] `isFullRun`: tests with the tag `full` were part of the run
 * @returns {{ passed: number; failures: string[]; skipped: number; onlyInAll: { tests: number; files: number } }}
 *   `failures`: for each its location, `: `, and its messages; `onlyInAll`: tests with the tag `full` that a run
 *   without them left out, and the files that have some
 */
export function countTests(report, root, { isFullRun = false } = {}) {
  let passed = 0;
  let skipped = 0;
  const onlyInAll = { tests: 0, files: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const file of report.testResults) {
    const name = path.relative(root, file.name);
    const failedBefore = failures.length;
    const leftOutBefore = onlyInAll.tests;
    for (const { status, fullName, tags, failureMessages } of file.assertionResults) {
      if (status === 'passed') passed += 1;
      else if (status === 'failed') failures.push(`${name} > ${fullName}: ${(failureMessages ?? []).join('\n')}`);
      else if (!isFullRun && tags?.includes('full')) onlyInAll.tests += 1;
      else skipped += 1;
    }
    if (onlyInAll.tests > leftOutBefore) onlyInAll.files += 1;
    if (file.status === 'failed' && failures.length === failedBefore) failures.push(`${name}: ${file.message ?? ''}`);
  }
  return { passed, failures, skipped, onlyInAll };
}

/**
 * Returns the report `first` in which the results of files that are also in `second` are replaced by those of `second`.
 * @param {Report} first
 * @param {Report} second
 * @returns {Report}
 */
export function mergeReports(first, second) {
  const again = new Set(second.testResults.map(({ name }) => name));
  return { testResults: [...first.testResults.filter(({ name }) => !again.has(name)), ...second.testResults] };
}

import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';
import { countTests, mergeReports } from './count-tests.mjs';

/** Path of the reporter that writes the test times for `npm run test:times`. */
const timesReporter = path.join(root, 'infra/bootstrap/test/times-reporter.ts');
/**
 * Maximum number of failed test files that are repeated. If more fail, the cause is hardly a busy machine, so none is
 * repeated.
 */
const mostFilesAgain = 12;

/**
 * Runs vitest, concurrently with other suites that run complete services and browsers. When only a few files fail, they
 * are repeated once, one after the other. Tests that fail again count as failed. Tests that pass the second time are
 * returned as `unsteady`, with the messages of their first run.
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {import('./run-suite.mjs').Run} run
 * @returns {Promise<ReturnType<typeof countTests> & { unsteady: string[] }>}
 */
export async function runTests(tools, run) {
  const first = await vitest(tools, run.chosen, { ...run, reporters: [timesReporter] });
  const counts = countTests(first.report, root, run);
  const files = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (files.length === 0 || files.length > mostFilesAgain) return { ...outcome(counts, first.code), unsteady: [] };
  process.stdout.write(`Once more, alone: ${files.map((file) => path.relative(root, file)).join(', ')}\n`);
  const second = await vitest(tools, files, { ...run, isSerial: true });
  const settled = outcome(countTests(mergeReports(first.report, second.report), root, run), second.code);
  const stillFail = new Set(settled.failures.map(titleOf));
  return { ...settled, unsteady: counts.failures.filter((failure) => !stillFail.has(titleOf(failure))) };
}

/** @param {string} failure */
const titleOf = (failure) => failure.split(': ', 1)[0];

/**
 * Adds a failure when the run failed without a failed test, for example by an error outside of all tests.
 * @param {ReturnType<typeof countTests>} counts
 * @param {number} code
 */
function outcome(counts, code) {
  const unseen = counts.failures.length === 0 && code !== 0 ? [`tests: ended with code ${code}, see above`] : [];
  return { ...counts, failures: [...counts.failures, ...unseen] };
}

/**
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} chosen
 * @param {{ isFullRun: boolean; isSerial?: boolean; reporters?: string[] }} options `isFullRun`: include tests with the
 *   tag `full`; `isSerial`: run one file after the other; `reporters`: additional ones
 * @returns {Promise<{ code: number; report: import('./count-tests.mjs').Report }>}
 */
async function vitest(tools, chosen, { isFullRun, isSerial = false, reporters: more = [] }) {
  const file = path.join(root, '.build/test-results.json');
  rmSync(file, { force: true });
  const reporters = ['default', 'json', ...more].map((reporter) => `--reporter=${reporter}`);
  const code = await runNode(tools, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...reporters,
    `--outputFile.json=${file}`,
    ...(isFullRun ? [] : ['--tags-filter=!full']),
    ...(isSerial ? ['--no-file-parallelism'] : []),
    ...chosen,
  ]);
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
}

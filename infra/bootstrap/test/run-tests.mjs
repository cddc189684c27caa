import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';
import { countTests, mergeReports } from './count-tests.mjs';

/** Writes what `npm run test:times` prints. */
const timesReporter = path.join(root, 'infra/src/testing/times-reporter.ts');
/** More files than this that fail are no accident of a busy machine. */
const mostFilesAgain = 3;

/**
 * Runs vitest. Suites share the machine with others, whole farms and browsers among them: few files that fail are run once more, alone.
 * What fails then too has failed; what passes is `unsteady`, and told of with what it said the first time.
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
  const second = await vitest(tools, files, run);
  const settled = outcome(countTests(mergeReports(first.report, second.report), root, run), second.code);
  const stillFail = new Set(settled.failures.map(titleOf));
  return { ...settled, unsteady: counts.failures.filter((failure) => !stillFail.has(titleOf(failure))) };
}

/** @param {string} failure */
const titleOf = (failure) => failure.split(': ', 1)[0];

/**
 * A run can fail without a failed test: an error outside of all tests, for example.
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
 * @param {{ isFullRun: boolean; reporters?: string[] }} options `isFullRun`: also tests with the tag `full`; `reporters`: further ones
 * @returns {Promise<{ code: number; report: import('./count-tests.mjs').Report }>}
 */
async function vitest(tools, chosen, { isFullRun, reporters: more = [] }) {
  const file = path.join(root, '.build/test-results.json');
  rmSync(file, { force: true });
  const reporters = ['default', 'json', ...more].map((reporter) => `--reporter=${reporter}`);
  const code = await runNode(tools, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...reporters,
    `--outputFile.json=${file}`,
    ...(isFullRun ? [] : ['--tags-filter=!full']),
    ...chosen,
  ]);
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
}

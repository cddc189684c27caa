import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';
import { countTests, mergeReports } from './count-tests.mjs';

/** More files than this that fail are no accident of a busy machine. */
const mostFilesAgain = 3;

/**
 * Runs vitest. Suites share the machine with others, whole farms and browsers among them: few files that fail are run once more, alone.
 * What fails then too has failed; what passes is `unsteady`, and told of with what it said the first time.
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} chosen paths or parts of them; none: all
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[]; skipped: number }>}
 */
export async function runTests(tools, chosen) {
  const first = await vitest(tools, chosen);
  const counts = countTests(first.report, root);
  const files = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (files.length === 0 || files.length > mostFilesAgain) return { ...outcome(counts, first.code), unsteady: [] };
  process.stdout.write(`Once more, alone: ${files.map((file) => path.relative(root, file)).join(', ')}\n`);
  const second = await vitest(tools, files);
  const settled = outcome(countTests(mergeReports(first.report, second.report), root), second.code);
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
 * @returns {Promise<{ code: number; report: import('./count-tests.mjs').Report }>}
 */
async function vitest(tools, chosen) {
  const file = path.join(root, '.build/test-results.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode(tools, [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...reporters,
    ...chosen,
  ]);
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
}

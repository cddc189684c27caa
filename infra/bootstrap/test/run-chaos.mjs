import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';

/** More scenarios than this that fail are no accident of a busy machine. */
const mostScenariosAgain = 2;

/** @typedef {{ scenario: string; rows: { verdict: string }[]; audit: { ok: boolean }[]; error: string | null }} ScenarioResult */
/** @typedef {{ passed: number; failures: string[]; results: ScenarioResult[] }} Report what the suite writes */

/**
 * Runs the chaos suite, or says why not. As with test files, few scenarios that fail are run once more, alone.
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} chosen the tests that were asked for
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[] }>}
 */
export async function runChaos(tools, chosen) {
  const reason = whyNot(chosen);
  if (reason !== null) {
    process.stdout.write(`chaos suite left out: ${reason}\n`);
    return { passed: 0, failures: [], unsteady: [] };
  }
  const first = await suite(tools, []);
  const { passed, failures } = first;
  const failed = first.results.filter(hasFailed).map(({ scenario }) => scenario);
  if (failed.length === 0 || failed.length > mostScenariosAgain) return { passed, failures, unsteady: [] };
  process.stdout.write(`Once more, alone: ${failed.join(', ')}\n`);
  const second = await suite(tools, ['--only', failed.join(',')]);
  if (second.failures.length > 0) return { passed, failures: second.failures, unsteady: [] };
  return { passed: passed + failures.length, failures: [], unsteady: failures };
}

/** @param {ScenarioResult} result */
function hasFailed({ rows, audit, error }) {
  return error !== null || rows.some(({ verdict }) => verdict === 'failed') || audit.some(({ ok }) => !ok);
}

/**
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} more
 * @returns {Promise<Report>}
 */
async function suite(tools, more) {
  const out = path.join(root, '.build/chaos');
  rmSync(out, { recursive: true, force: true });
  // Twice the life of a lease is away long enough for every check; the half minute of the long run is for its own sake.
  const args = ['--tolerant', '--away', '12', '--out', out, ...more];
  const code = await runNode(tools, [path.join(root, 'benchmarks/src/chaos/main.ts'), ...args]);
  const file = path.join(out, 'chaos.json');
  /** @type {Report} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failures: [], results: [] };
  const unseen = report.failures.length === 0 && code !== 0 ? [`chaos suite: ended with code ${code}, see above`] : [];
  return { ...report, failures: [...report.failures, ...unseen] };
}

/** @param {string[]} chosen */
function whyNot(chosen) {
  if (chosen.length > 0) return 'only chosen tests were asked for (npm run test:chaos runs it)';
  return process.platform === 'linux' ? null : 'it finds processes in /proc, which this system has not';
}

import path from 'node:path';
import { root } from '../setup.mjs';
import { isLeftOut, runSuite } from './run-suite.mjs';

/**
 * Maximum number of failed scenarios that are repeated. If more fail, the cause is not a busy machine, so none is
 * repeated.
 */
const mostScenariosAgain = 2;

/**
 * Arguments of the chaos suite in `npm test`. In its scenarios, nodes are killed or are frozen until their lease
 * expires, Redis loses its data, the object store returns wrong data, and projects are edited.
 */
const sample = ['--only', 'kills,zombie,redis,faulty-store,edits', '--kills', '6', '--renders', '6'];

/**
 * Scenarios of `npm run test:all` that mostly wait, for failovers or for time limits. They run concurrently with the
 * other scenarios, on a stack of their own.
 */
const waiting = 'redis-failovers,promotions,html-previews,html-attacks';

/** @type {Report} */
const none = { passed: 0, failures: [], results: [] };

/**
 * @typedef {{ scenario: string; rows: { verdict: string }[]; audit: { ok: boolean }[]; error: string | null }}
 * ScenarioResult
 */
/** @typedef {{ passed: number; failures: string[]; results: ScenarioResult[] }} Report output of the suite */

/**
 * Runs the chaos suite, or prints why it is skipped. `npm test` runs only some of its scenarios, concurrently with test
 * files, because they mostly wait for leases to expire.
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {import('./run-suite.mjs').Run} run
 */
export async function runChaos(tools, { isFullRun, chosen }) {
  const why = { chosen, command: 'npm run test:chaos', linux: 'it finds processes in /proc' };
  if (isLeftOut('chaos suite', why)) return none;
  if (!isFullRun) return suite(tools, sample, { inOnePiece: true });
  const parts = await Promise.all([
    suite(tools, ['--except', waiting]),
    suite(tools, ['--only', waiting], { folder: '.build/chaos-waiting', inOnePiece: true }),
  ]);
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failures: parts.flatMap(({ failures }) => failures),
    results: parts.flatMap(({ results }) => results),
  };
}

/**
 * Repeats the failed scenarios once, with nothing else running, when at most `mostScenariosAgain` failed. The
 * sample of `npm test` is repeated as a whole when it was aborted, for example because its services did not start.
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {Report} first
 * @param {import('./run-suite.mjs').Run} run
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[] }>}
 */
export async function finishChaos(tools, { passed, failures, results }, { isFullRun }) {
  const failed = results.filter(hasFailed).map(({ scenario }) => scenario);
  const isUnfinished = !isFullRun && failures.length > 0 && results.length === 0;
  if ((failed.length === 0 && !isUnfinished) || failed.length > mostScenariosAgain)
    return { passed, failures, unsteady: [] };
  process.stdout.write(`Once more, alone: ${isUnfinished ? 'the chaos suite' : failed.join(', ')}\n`);
  const second = await suite(tools, isUnfinished ? sample : ['--only', failed.join(',')]);
  if (second.failures.length > 0) return { passed, failures: second.failures, unsteady: [] };
  const passedAgain = isUnfinished ? second.passed : failures.length;
  return { passed: passed + passedAgain, failures: [], unsteady: failures };
}

/** @param {ScenarioResult} result */
function hasFailed({ rows, audit, error }) {
  return error !== null || rows.some(({ verdict }) => verdict === 'failed') || audit.some(({ ok }) => !ok);
}

/**
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {string[]} more
 * @param {{ folder?: string; inOnePiece?: boolean }} [how] `folder`: where the report is written
 * @returns {Promise<Report>}
 */
function suite(tools, more, { folder = '.build/chaos', ...how } = {}) {
  return runSuite('chaos suite', tools, {
    program: 'benchmarks/src/chaos/main.ts',
    // Nodes are away for twice the lifetime of a lease, which is enough for every check; only the long run needs half
    // a minute.
    args: ['--tolerant', '--away', '12', '--out', path.join(root, folder), ...more],
    report: `${folder}/chaos.json`,
    none,
    ...how,
  });
}

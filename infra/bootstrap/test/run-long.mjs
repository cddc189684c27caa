import { isLeftOut, runSuite } from './run-suite.mjs';

/**
 * Duration of the short form of the long suite, in minutes; the full form takes 30. Six minutes suffice to show growing
 * memory.
 */
const minutes = '6';

/** @type {import('./run-suite.mjs').SuiteReport} */
const none = { passed: 0, failures: [] };

/**
 * Runs the short form of the long suite in `npm run test:all`, or prints why it is skipped. The suite runs in the
 * background of other suites, which leave half of the processor time unused. None of its checks measures speed.
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {import('./run-suite.mjs').Run} run
 */
export async function runLong(tools, { isFullRun, chosen }) {
  if (!isFullRun) return none;
  const why = { chosen, command: 'npm run test:long', linux: 'it reads the memory of processes in /proc' };
  return isLeftOut('long suite', why) ? none : suite(tools, { inBackground: true });
}

/**
 * Repeats a failed long suite once, alone, because the memory of a process also depends on other load on the machine.
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {typeof none} first
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[] }>}
 */
export async function finishLong(tools, first) {
  if (first.failures.length === 0) return { ...first, unsteady: [] };
  process.stdout.write('Once more, alone: the long suite\n');
  const second = await suite(tools);
  return { ...second, unsteady: second.failures.length === 0 ? first.failures : [] };
}

/**
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {{ inBackground?: boolean }} [options]
 */
function suite(tools, options) {
  return runSuite('long suite', tools, {
    program: 'cli/test/long/main.ts',
    args: ['--minutes', minutes],
    report: '.build/test-long/report.json',
    none,
    ...options,
  });
}

import { isLeftOut, runSuite } from './run-suite.mjs';

/** Six of the suite's thirty minutes: memory that grows shows in them too. */
const minutes = '6';

/**
 * Runs the long suite in its short form, or says why not. One that fails is run once more: how much memory a process has at a moment is up to the machine.
 * @param {Parameters<typeof runSuite>[1]} tools
 * @param {string[]} chosen the tests that were asked for
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[] }>}
 */
export async function runLong(tools, chosen) {
  const why = { chosen, command: 'npm run test:long', linux: 'it reads the memory of processes in /proc' };
  if (isLeftOut('long suite', why)) return { passed: 0, failures: [], unsteady: [] };
  const first = await suite(tools);
  if (first.failures.length === 0) return { ...first, unsteady: [] };
  const second = await suite(tools);
  return { ...second, unsteady: second.failures.length === 0 ? first.failures : [] };
}

/** @param {Parameters<typeof runSuite>[1]} tools */
function suite(tools) {
  return runSuite('long suite', tools, {
    program: 'compositor/test/long/main.ts',
    args: ['--minutes', minutes],
    report: '.build/test-long/report.json',
    none: { passed: 0, failures: [] },
  });
}

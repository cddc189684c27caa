import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';

/** Six of the suite's thirty minutes: memory that grows shows in them too. */
const minutes = '6';

/**
 * Runs the long suite in its short form, or says why not. One that fails is run once more: how much memory a process has at a moment is up to the machine.
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} chosen the tests that were asked for
 * @returns {Promise<{ passed: number; failures: string[]; unsteady: string[] }>}
 */
export async function runLong(tools, chosen) {
  const reason = whyNot(chosen);
  if (reason !== null) {
    process.stdout.write(`long suite left out: ${reason}\n`);
    return { passed: 0, failures: [], unsteady: [] };
  }
  const first = await suite(tools);
  if (first.failures.length === 0) return { ...first, unsteady: [] };
  const second = await suite(tools);
  return { ...second, unsteady: second.failures.length === 0 ? first.failures : [] };
}

/**
 * @param {Parameters<typeof runNode>[0]} tools
 * @returns {Promise<{ passed: number; failures: string[] }>}
 */
async function suite(tools) {
  const file = path.join(root, '.build/test-long/report.json');
  rmSync(file, { force: true });
  const code = await runNode(tools, [path.join(root, 'compositor/test/long/main.ts'), '--minutes', minutes]);
  /** @type {{ passed: number; failures: string[] }} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failures: [] };
  const unseen = report.failures.length === 0 && code !== 0 ? [`ended with code ${code}, see above`] : [];
  return { passed: report.passed, failures: [...report.failures, ...unseen].map((what) => `long suite: ${what}`) };
}

/** @param {string[]} chosen */
function whyNot(chosen) {
  if (chosen.length > 0) return 'only chosen tests were asked for (npm run test:long runs it)';
  return process.platform === 'linux' ? null : 'it reads the memory of processes in /proc, which this system has not';
}

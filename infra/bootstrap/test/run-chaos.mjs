import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';

/**
 * Runs the chaos suite, or says why not.
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {string[]} chosen the tests that were asked for
 * @returns {Promise<{ passed: number; failures: string[] }>}
 */
export async function runChaos(tools, chosen) {
  const reason = whyNot(chosen);
  if (reason !== null) {
    process.stdout.write(`chaos suite left out: ${reason}\n`);
    return { passed: 0, failures: [] };
  }
  const out = path.join(root, '.build/chaos');
  rmSync(out, { recursive: true, force: true });
  // Twice the life of a lease is away long enough for every check; the half minute of the long run is for its own sake.
  const args = ['--tolerant', '--away', '12', '--out', out];
  const code = await runNode(tools, [path.join(root, 'benchmarks/src/chaos/main.ts'), ...args]);
  const report = path.join(out, 'chaos.json');
  const none = { passed: 0, failures: [] };
  const { passed, failures } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : none;
  const unseen = failures.length === 0 && code !== 0 ? [`chaos suite: ended with code ${code}, see above`] : [];
  return { passed, failures: [...failures, ...unseen] };
}

/** @param {string[]} chosen */
function whyNot(chosen) {
  if (chosen.length > 0) return 'only chosen tests were asked for (npm run test:chaos runs it)';
  return process.platform === 'linux' ? null : 'it finds processes in /proc, which this system has not';
}

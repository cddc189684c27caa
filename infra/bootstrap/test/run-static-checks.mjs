import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';

const checks = [
  { name: 'format and lint', args: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  // A single checker: each further one would analyse the same types again. It takes 23 s of CPU time instead of 36,
  // while suites need both cores.
  { name: 'types', args: ['typescript/bin/tsc', '-b', '--checkers', '1'] },
  { name: 'unused code and dependencies', args: ['knip/bin/knip.js'] },
];

/**
 * Runs the checks that do not execute Framemill's code, concurrently with the first test suites. Prints the output of
 * each check when the check has ended.
 * @param {Parameters<typeof runNode>[0]} tools
 * @returns {Promise<{ passed: number; failures: string[] }>}
 */
export async function runStaticChecks(tools) {
  /** @type {string[]} */
  const failures = [];
  for (const {
    name,
    args: [program = '', ...rest],
  } of checks) {
    const command = [path.join(root, 'node_modules', program), ...rest];
    const ok = (await runNode(tools, command, { inBackground: true })) === 0;
    process.stdout.write(`${ok ? 'passed' : 'FAILED'}: ${name}\n`);
    if (!ok) failures.push(`${name}: see above`);
  }
  return { passed: checks.length - failures.length, failures };
}

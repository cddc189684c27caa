import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../run.mjs';
import { root } from '../setup.mjs';

/**
 * Tests to run. `isFullRun` is set for `npm run test:all`. `chosen` are paths of tests or parts of paths; when empty,
 * all tests run.
 * @typedef {{ isFullRun: boolean; chosen: string[] }} Run
 */
/** @typedef {{ passed: number; failures: string[] }} SuiteReport minimum that a suite writes at its end */

/**
 * Returns whether a suite other than the test files is skipped in this run, and prints the reason when it is.
 * @param {string} name
 * @param {{ chosen: string[]; command: string; linux: string }} why `chosen`: the requested tests; `linux`: the feature
 *   of Linux that the suite needs
 */
export function isLeftOut(name, { chosen, command, linux }) {
  const reasons = [
    ...(chosen.length > 0 ? [`only chosen tests were asked for (${command} runs it)`] : []),
    ...(process.platform === 'linux' ? [] : [`${linux}, which this system has not`]),
  ];
  if (reasons.length > 0) process.stdout.write(`${name} left out: ${reasons[0]}\n`);
  return reasons.length > 0;
}

/**
 * Runs the program of a suite and reads its report. Empties the folder of the report first. A suite that exits with an
 * error code but reports no failure counts as failed.
 * @template {SuiteReport} Report
 * @param {string} name
 * @param {Parameters<typeof runNode>[0]} tools
 * @param {{
 *   program: string; args: string[]; report: string; none: Report; inBackground?: boolean; inOnePiece?: boolean
 * }} suite `program`, `report`: relative to the checkout; `none`: result when no report was written; `inBackground`,
 *   `inOnePiece`: as in `runNode`
 * @returns {Promise<Report>}
 */
export async function runSuite(name, tools, { program, args, report: place, none, ...how }) {
  const file = path.join(root, place);
  rmSync(path.dirname(file), { recursive: true, force: true });
  const code = await runNode(tools, [path.join(root, program), ...args], how);
  /** @type {Report} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none;
  const unseen = report.failures.length === 0 && code !== 0 ? [`${name}: ended with code ${code}, see above`] : [];
  return { ...report, failures: [...report.failures, ...unseen] };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calledAs } from '../command-line.ts';
import { describeMachine, type Origin, originLines } from '../measure/machine.ts';
import type { ChaosOptions } from './options.ts';
import type { ScenarioResult, Verdict } from './run-chaos.ts';

/**
 * Writes `<name>.json` and `<name>.md`, prints the table and the numbers of passed and failed checks, and returns these
 * numbers.
 */
export function writeReport(root: string, options: ChaosOptions, results: readonly ScenarioResult[]): Counts {
  const folder = options.out ?? join(root, 'benchmarks/results');
  const counts = countChecks(results);
  const about = { machine: describeMachine(), date: new Date().toISOString(), command: calledAs('test:chaos') };
  const report = { ...about, seed: options.seed, ...counts, results };
  const page = chaosPage(report);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${options.name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, `${options.name}.md`), page);
  process.stdout.write(`\n${page}\nWritten to ${folder}/${options.name}.json\n`);
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  return counts;
}

/** Results of a chaos run. `date` is the time at which the run ended. */
export interface ChaosReport extends Origin {
  readonly seed: number;
  readonly results: readonly ScenarioResult[];
}

/** Returns the report as a Markdown page, with a table of the service's promises and a table of all audit checks. */
function chaosPage({ seed, results, ...origin }: ChaosReport): string {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return [
    '# What the farm promises, measured',
    '',
    ...originLines(origin),
    `- Seed: ${seed}; ${Math.round(seconds)} s`,
    '',
    '| | promise | measured | has to be |',
    '|---|---|---|---|',
    ...results.flatMap(({ scenario, rows, error }) => [
      ...rows.map(({ verdict, promise, figure, limit }) => line(verdict, promise, figure, limit)),
      ...(error === null ? [] : [line('failed', scenario, error, 'comes to its end')]),
    ]),
    '',
    '## Audit after every run',
    '',
    '| | after | check | found |',
    '|---|---|---|---|',
    ...results.flatMap(({ scenario, audit }) =>
      audit.map(({ ok, check, found }) => line(ok ? 'ok' : 'failed', scenario, check, found)),
    ),
    '',
  ].join('\n');
}

const marks: Record<Verdict, string> = { ok: 'ok', failed: '**FAILED**', slow: 'slow' };

function line(verdict: Verdict, ...cells: string[]): string {
  const shown = cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '));
  return `| ${[marks[verdict], ...shown].join(' | ')} |`;
}

/** Numbers of passed and failed checks. Each failure is a text with the check and its figures. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/**
 * Counts the checks of a run. Every table row and every audit line is one check; an aborted scenario is one failure.
 * Exceeded time limits on a machine that may be busy (`slow`) are not counted.
 */
export function countChecks(results: readonly Pick<ScenarioResult, 'scenario' | 'rows' | 'audit' | 'error'>[]): Counts {
  const checks = results.flatMap(({ scenario, rows, audit, error }) => [
    ...rows
      .filter(({ verdict }) => verdict !== 'slow')
      .map(({ ok, promise, figure, limit }) => ({ ok, text: `${promise}: ${figure} (has to be: ${limit})` })),
    ...audit.map(({ ok, check, found }) => ({ ok, text: `after ${scenario}: ${check}: ${found}` })),
    ...(error === null ? [] : [{ ok: false, text: `${scenario}: ${error}` }]),
  ]);
  const failures = checks.filter(({ ok }) => !ok).map(({ text }) => text);
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}

import { type Origin, originLines } from '../../measure/machine.ts';
import type { ScenarioResult, Verdict } from '../run-chaos.ts';

/** Report of a chaos run. `date` is that of its end. */
export interface ChaosReport extends Origin {
  readonly seed: number;
  readonly results: readonly ScenarioResult[];
}

/** Returns the report as a Markdown page, with a table of promises and a table of all audit checks. */
export function chaosPage({ seed, results, ...origin }: ChaosReport): string {
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
  return `| ${[marks[verdict], ...cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))].join(' | ')} |`;
}

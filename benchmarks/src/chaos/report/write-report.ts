import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from '../../report/machine.ts';
import type { ChaosOptions } from '../options.ts';
import type { ScenarioResult } from '../run-chaos.ts';
import { chaosPage } from './chaos-page.ts';

/** Writes `<name>.json` and `<name>.md`, prints the table and the line of counts, and returns how many checks failed. */
export function writeReport(root: string, options: ChaosOptions, results: readonly ScenarioResult[]): number {
  const folder = options.out ?? join(root, 'benchmarks/results');
  const command = `npm run test:chaos -- ${process.argv.slice(2).join(' ')}`.trim().replace(/ --$/, '');
  const report = { machine: describeMachine(), date: new Date().toISOString(), command, seed: options.seed, results };
  const page = chaosPage(report);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${options.name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, `${options.name}.md`), page);
  const checks = results.flatMap(({ rows, audit, error }) => [
    ...rows.filter(({ verdict }) => verdict !== 'slow').map(({ ok }) => ok),
    ...audit.map(({ ok }) => ok),
    ...(error === null ? [] : [false]),
  ]);
  const failed = checks.filter((ok) => !ok).length;
  process.stdout.write(`\n${page}\nWritten to ${folder}/${options.name}.json\n`);
  process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`);
  return failed;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calledAs } from '../../command-line.ts';
import { describeMachine } from '../../measure/machine.ts';
import type { ChaosOptions } from '../options.ts';
import type { ScenarioResult } from '../run-chaos.ts';
import { chaosPage } from './chaos-page.ts';
import { type Counts, countChecks } from './count-checks.ts';

/** Writes `<name>.json` and `<name>.md`, prints the table and the counts, and returns the counts. */
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

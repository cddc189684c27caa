import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Seconds of one test file. */
export interface FileTime {
  /** Path from the checkout. */
  readonly file: string;
  readonly package: string;
  readonly tests: number;
  /** Loading the file and what it imports. */
  readonly importSec: number;
  /** Its tests, with what goes before and after them. */
  readonly runSec: number;
}

/** Writes the seconds of each test file to `.build/test-times.json`, which `npm run test:times` prints. The JSON report of vitest has no hooks in its times. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = path.resolve(import.meta.dirname, '../../..');
    const times = modules.map((module): FileTime => {
      const { collectDuration, duration } = module.diagnostic();
      return {
        file: path.relative(root, module.moduleId),
        package: module.project.name,
        tests: [...module.children.allTests()].filter((test) => test.result().state !== 'skipped').length,
        importSec: round(collectDuration / 1000),
        runSec: round(duration / 1000),
      };
    });
    writeFileSync(path.join(root, '.build/test-times.json'), JSON.stringify(times));
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

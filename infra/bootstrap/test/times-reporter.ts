import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Times of one test file, in seconds. */
export interface FileTime {
  /** Path of the file, relative to the checkout. */
  readonly file: string;
  readonly package: string;
  readonly tests: number;
  /** Time for loading the file and its imports, in seconds. */
  readonly importSec: number;
  /** Time for running the file's tests, including hooks, in seconds. */
  readonly runSec: number;
}

/**
 * Writes the times of each test file to `.build/test-times.json`, which `npm run test:times` prints. The times in
 * vitest's JSON report do not include hooks.
 */
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

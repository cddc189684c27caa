// `npm test`, which CI runs, and `npm run test:all` (`--all`). The last line is "N passed, N failed"; every check
// counts as one.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runMain, setUp } from './setup.mjs';
import { finishChaos, runChaos } from './test/run-chaos.mjs';
import { finishLong, runLong } from './test/run-long.mjs';
import { runStaticChecks } from './test/run-static-checks.mjs';
import { runTests } from './test/run-tests.mjs';

runMain(async () => {
  const started = Date.now();
  const given = process.argv.slice(2);
  const isFullRun = given.includes('--all');
  const run = { isFullRun, chosen: given.filter((argument) => argument !== '--all') };
  const tools = await setUp({ tests: true, allTests: isFullRun });
  const [checks, tests, sampled] = await Promise.all([
    runStaticChecks(tools),
    runTests(tools, run),
    isFullRun ? null : runChaos(tools, run),
  ]);
  const [firstLong, firstChaos] = await Promise.all([runLong(tools, run), sampled ?? runChaos(tools, run)]);
  const long = await finishLong(tools, firstLong);
  const chaos = await finishChaos(tools, firstChaos, run);

  const stages = [checks, tests, long, chaos];
  const failures = stages.flatMap((stage) => stage.failures);
  const passed = stages.reduce((sum, stage) => sum + stage.passed, 0);
  // Printed at the end, below the output of everything that passed.
  for (const failure of [...tests.unsteady, ...long.unsteady, ...chaos.unsteady])
    print('UNSTEADY (failed beside others, passed alone)', failure);
  for (const failure of failures) print('FAILED', failure);
  const { onlyInAll } = tests;
  if (onlyInAll.tests > 0)
    process.stdout.write(
      `${onlyInAll.tests} more tests, in ${onlyInAll.files} files, run only in npm run test:all (docs/tests.md)\n`,
    );
  const seconds = Math.round((Date.now() - started) / 1000);
  // `code-figures.mjs` prints them. Runs of chosen files do not count.
  if (run.chosen.length === 0) {
    const report = { command: isFullRun ? 'npm run test:all' : 'npm test', seconds, passed, failed: failures.length };
    writeFileSync(path.join(root, `.build/${isFullRun ? 'test-all' : 'test'}-run.json`), `${JSON.stringify(report)}\n`);
  }
  process.stdout.write(`${tests.skipped} skipped; ${seconds} s\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
});

/**
 * Prints the first lines of a failure, without the stack lines of the test runner itself.
 * @param {string} label
 * @param {string} text
 */
function print(label, text) {
  const lines = text.split('\n').filter((line) => !line.includes('node_modules'));
  process.stdout.write(`${label}: ${lines.slice(0, 15).join('\n  ')}\n`);
}

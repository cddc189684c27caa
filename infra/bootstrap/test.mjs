// Everything that CI runs: `npm test`. The last line is "N passed, N failed"; every check counts as one.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run.mjs';
import { root, runMain, setUp } from './setup.mjs';
import { countTests } from './test/count-tests.mjs';

const resultsFile = path.join(root, '.build/test-results.json');
const chaosFolder = path.join(root, '.build/chaos');

runMain(async () => {
  const started = Date.now();
  const tools = await setUp({ tests: true });
  const at = (/** @type {string} */ file) => path.join(root, file);
  const checks = [
    {
      name: 'format and lint',
      args: [at('node_modules/@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
    },
    { name: 'types', args: [at('node_modules/typescript/bin/tsc'), '-b'] },
    { name: 'unused code and dependencies', args: [at('node_modules/knip/bin/knip.js')] },
  ];
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  for (const { name, args } of checks) {
    const ok = (await runNode(tools, args)) === 0;
    process.stdout.write(`${ok ? 'passed' : 'FAILED'}: ${name}\n`);
    if (ok) passed += 1;
    else failures.push(`${name}: see above`);
  }

  rmSync(resultsFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`];
  const code = await runNode(tools, [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    ...reporters,
    ...process.argv.slice(2),
  ]);
  const counts = countTests(JSON.parse(readFileSync(resultsFile, 'utf8')), root);
  passed += counts.passed;
  failures.push(...counts.failures);
  // A run can fail without a failed test: an error outside of all tests, for example.
  if (counts.failures.length === 0 && code !== 0) failures.push(`tests: ended with code ${code}, see above`);

  const reason = whyNoChaos();
  if (reason !== null) process.stdout.write(`chaos suite left out: ${reason}\n`);
  else {
    rmSync(chaosFolder, { recursive: true, force: true });
    // Twice the life of a lease is away long enough for every check; the half minute of the long run is for its own sake.
    const chaosCode = await runNode(tools, [
      at('benchmarks/src/chaos/main.ts'),
      '--tolerant',
      '--away',
      '12',
      '--out',
      chaosFolder,
    ]);
    const chaos = readCounts(path.join(chaosFolder, 'chaos.json'));
    passed += chaos.passed;
    failures.push(...chaos.failures);
    if (chaos.failures.length === 0 && chaosCode !== 0)
      failures.push(`chaos suite: ended with code ${chaosCode}, see above`);
  }
  // Once more, below the pages of all that went well.
  for (const failure of failures) process.stdout.write(`FAILED: ${failure.split('\n').slice(0, 15).join('\n  ')}\n`);
  process.stdout.write(
    `${counts.skipped} skipped; ${Math.round((Date.now() - started) / 1000)} s\n${passed} passed, ${failures.length} failed\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
});

/** Why the chaos suite is not run now; null: it is. */
function whyNoChaos() {
  if (process.argv.length > 2) return 'only chosen tests were asked for (npm run test:chaos runs it)';
  return process.platform === 'linux' ? null : 'it finds processes in /proc, which this system has not';
}

/**
 * The counts of the chaos suite's report; none when it ended before it wrote one (its exit code tells then).
 * @param {string} file
 * @returns {{ passed: number; failures: string[] }}
 */
function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failures: [] };
}

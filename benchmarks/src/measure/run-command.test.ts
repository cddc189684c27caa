import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const burn = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';

test('the processor time includes what the program started', async () => {
  const nested = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
  const figures = await runCommand([process.execPath, '-e', nested]);
  expect(figures.cpuSec).toBeGreaterThan(0.3);
  expect(figures.wallSec).toBeGreaterThan(0.2);
});

test.skipIf(process.platform !== 'linux')('the peak is the largest single process of the run', async () => {
  const figures = await runCommand([
    process.execPath,
    '-e',
    `const fat = Buffer.alloc(2e8, 1); ${burn} process.exitCode = fat[5] - 1;`,
  ]);
  expect(figures.peakProcessBytes).toBeGreaterThan(2e8);
  expect(figures.peakProcessBytes).toBeLessThan(5e8);
});

test('a program that fails is an error with the end of what it printed', async () => {
  await expect(runCommand([process.execPath, '-e', 'console.error("no luck"); process.exit(3)'])).rejects.toThrow(
    /ended with code 3\. [\s\S]*no luck/,
  );
});

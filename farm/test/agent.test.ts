import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

it('loads no native module into the agent', () => {
  // With --no-addons any native module fails to load, and with it the process.
  const env = { PATH: process.env.PATH };
  const output = execFileSync(process.execPath, ['--no-addons', main, '--help'], { encoding: 'utf8', env });
  expect(output).toMatch(/^Usage: framemill node /);
});

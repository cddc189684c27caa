import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from './until.ts';
import { watchUsage } from './usage-by-role.ts';

test('processor time and memory of processes below one are told by role, also of those that have ended', async () => {
  const look = watchUsage(process.pid, (command) => (command.includes('burn-for-a-test') ? 'burner' : null));
  look();
  const script = 'const until = Date.now() + 60_000; while (Date.now() < until); // burn-for-a-test';
  const child = spawn(process.execPath, ['-e', script]);
  try {
    await until('it has worked', 10_000, () => (look().get('burner')?.cpuSec ?? 0) > 0.2);
    expect(look().get('burner')).toMatchObject({ processes: 1 });
    expect(look().get('burner')?.residentBytes).toBeGreaterThan(20e6);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(look().get('burner')).toMatchObject({ processes: 0, residentBytes: 0 });
  expect(look().get('burner')?.cpuSec).toBeGreaterThan(0.2);
});

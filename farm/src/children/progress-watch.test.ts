import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFreeze } from './progress-watch.ts';

let child: ReturnType<typeof spawn>;
beforeEach(() => {
  child = spawn('sleep', ['60']);
});
afterEach(() => child.kill('SIGKILL'));

it('hears of a process that a signal has stopped, once', async () => {
  let calls = 0;
  const frozen = new Promise<void>((resolve) => {
    watchFreeze({
      pid: child.pid ?? 0,
      intervalMs: 10,
      onFrozen: () => {
        calls += 1;
        resolve();
      },
    });
  });
  child.kill('SIGSTOP');
  await frozen;
  expect(calls).toBe(1);
});

it('hears nothing of a process that runs, or is gone', async () => {
  let calls = 0;
  const onFrozen = () => {
    calls += 1;
  };
  const gone = spawn('true');
  await new Promise((resolve) => gone.once('exit', resolve));
  const watches = [child.pid, gone.pid].map((pid) => watchFreeze({ pid: pid ?? 0, intervalMs: 5, onFrozen }));
  // Longer than ten looks: the end of another process is what is waited for.
  await new Promise((resolve) => spawn('sleep', ['0.2']).once('exit', resolve));
  for (const watch of watches) watch.stop();
  expect(calls).toBe(0);
});

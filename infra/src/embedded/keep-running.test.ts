import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { keepRunning, type Life } from './keep-running.ts';

/**
 * Returns a function that starts a process which sleeps until it is killed, and a list of the ids of the processes
 * started.
 */
function sleepers() {
  const pids: number[] = [];
  const start = async (): Promise<Life> => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    pids.push(child.pid ?? 0);
    const exited = once(child, 'exit');
    return {
      ended: exited.then(([, signal]) => `ended by ${signal}.\nAnd its last line`),
      stop: async () => {
        child.kill();
        await exited;
      },
    };
  };
  return { pids, start };
}

it('starts again what was killed, says so, and leaves nothing when it is stopped', async () => {
  const { pids, start } = sleepers();
  const said = Promise.withResolvers<string>();
  const kept = await keepRunning({ name: 'The sleeper', start, onRestart: said.resolve });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  expect(await said.promise).toBe('The sleeper ended by SIGKILL; starting it again');
  await expect.poll(() => pids.length).toBe(2);
  await kept.stop();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('begins no new life after it was stopped', async () => {
  const { pids, start } = sleepers();
  const said = Promise.withResolvers<string>();
  const kept = await keepRunning({ name: 'The sleeper', start, onRestart: said.resolve });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await said.promise;
  await kept.stop();
  expect(pids).toHaveLength(1);
});

it('gives up what ends again and again, with its last words', async () => {
  const { pids, start } = sleepers();
  const lines: string[] = [];
  const startAndKill = async () => {
    const life = await start();
    process.kill(pids.at(-1) ?? 0, 'SIGKILL');
    return life;
  };
  const kept = await keepRunning({ name: 'The sleeper', start: startAndKill, onRestart: (line) => lines.push(line) });
  await expect(kept.failed).rejects.toThrow(
    'The sleeper failed 6 times within 60 s. The last time, it ended by SIGKILL.\nAnd its last line',
  );
  expect([pids.length, lines.length]).toEqual([6, 5]);
  await kept.stop();
});

it('takes the end of what may not be restarted for a failure', async () => {
  const { pids, start } = sleepers();
  const kept = await keepRunning({ name: 'The sleeper', start, mayRestart: () => false, onRestart: () => {} });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await expect(kept.failed).rejects.toThrow('The sleeper ended by SIGKILL');
  await kept.stop();
});

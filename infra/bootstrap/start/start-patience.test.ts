import { spawn } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { processorSecondsBelow, type StartPatience, untilStarted } from './start-patience.ts';

describe('untilStarted', () => {
  /** Waits for a process that never becomes ready, until its `looks`-th look at most. Returns what was said. */
  async function wait(looks: number, work: { sec?: () => number; lines?: () => number }, most = 10_000) {
    const said: string[] = [];
    let looked = 0;
    const patience: StartPatience = {
      ...{ idleMs: 200, mostMs: most, windowMs: 50, leastSec: 3 },
      say: (line) => said.push(line),
      processorSec: async () => work.sec?.() ?? 0,
    };
    const started = { name: 'farm', pid: () => 1, lines: () => work.lines?.() ?? 0 };
    const ended = await untilStarted(started, async () => (++looked > looks ? null : 'joined fails'), patience).then(
      () => 'started',
      (error: Error) => error.message,
    );
    return { ended, said };
  }

  it.each([
    ['uses processor time', { sec: () => performance.now() }],
    ['logs lines', { lines: () => performance.now() }],
  ])('waits for a process that %s, and says so', async (_how, work) => {
    const { ended, said } = await wait(6, work);
    expect(ended).toBe('started');
    expect(said.length).toBeGreaterThan(1);
    expect(said[0]).toMatch(/^The process farm is still starting after \d+ s\. It used \d+\.\d s of processor time/);
  });

  it('gives up a process that only waits', async () => {
    let used = 0;
    const { ended, said } = await wait(1_000, { sec: () => ++used });
    expect(ended).toMatch(
      /^The process farm was not ready after \d+ s and made no progress for .*: joined fails\. See/,
    );
    expect(said).toEqual([]);
  });

  it('gives up a process that is busy for ever', async () => {
    const { ended } = await wait(1_000, { sec: () => performance.now() }, 300);
    expect(ended).toMatch(/^The process farm was not ready after \d+ s: joined fails/);
  });
});

it('counts the processor time of a process and of what it has started', async () => {
  const busy = spawn('sh', ['-c', 'while :; do :; done & wait'], { detached: true });
  const pid = busy.pid ?? 0;
  await vi.waitFor(async () => expect(await processorSecondsBelow(pid)).toBeGreaterThan(0), 100_000);
  process.kill(-pid, 'SIGKILL');
  expect(await processorSecondsBelow(-1)).toBe(0);
});

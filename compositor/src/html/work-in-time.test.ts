import { setImmediate } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workInTime } from './work-in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { answerMs: 5_000, spendMs: 10_000, patience: 4, spent: () => undefined };

/**
 * Returns the outcome of work whose steps take `seconds` of elapsed time each, while the browser uses `part` (0-1) of a
 * core.
 */
async function outcomeOf(steps: readonly { seconds: number; part: number }[]): Promise<string> {
  let usedMs = 400;
  const outcome = workInTime(
    async () => ({ cpuMs: new Map([[1, usedMs]]) }),
    limits,
    async (beginStep) => {
      for (const { seconds, part } of steps) {
        beginStep();
        for (let ms = 0; ms < seconds * 1_000; ms += 250) {
          await new Promise((resolve) => setTimeout(resolve, 250));
          usedMs += 250 * part;
        }
      }
      return 'done';
    },
  ).catch((error: unknown) => {
    const { pageFault, isPageWell } = error instanceof FramemillError ? error.details : {};
    return `${pageFault ?? `page well: ${isPageWell}`}`;
  });
  const totalMs = steps.reduce((sum, { seconds }) => sum + seconds * 1_000, 500);
  await vi.advanceTimersByTimeAsync(totalMs);
  await setImmediate();
  return outcome;
}

describe('work on pages', () => {
  it('has its processor time however long a busy machine takes to give it', async () => {
    expect(await outcomeOf([{ seconds: 18, part: 0.1 }])).toBe('done');
    expect(await outcomeOf([{ seconds: 4, part: 1 }])).toBe('done');
  });

  it('hangs when a step uses more than it may', async () => {
    expect(await outcomeOf([{ seconds: 7, part: 1 }])).toBe('hang');
    expect(await outcomeOf([{ seconds: 18, part: 0.4 }])).toBe('hang');
  });

  it('stalls when a step waits, or when the machine gives it too little', async () => {
    expect(await outcomeOf([{ seconds: 22, part: 0 }])).toBe('stall');
    expect(await outcomeOf([{ seconds: 22, part: 0.1 }])).toBe('stall');
  });

  it('is ended between two steps, with its pages well, before the time of all of them is over', async () => {
    const step = { seconds: 3, part: 1 };
    expect(await outcomeOf([step, step, step, { ...step, seconds: 0.5 }, step])).toBe('page well: true');
    const slow = { seconds: 13, part: 0.1 };
    expect(await outcomeOf([slow, slow, slow, slow])).toBe('page well: true');
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRest } from './rest-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches pages that use `part` (0-1) of a core for `seconds` seconds. Returns the number of calls of `onRestless`. */
async function watched(part: number, seconds: number): Promise<number> {
  const began = performance.now();
  let times = 0;
  const stop = watchRest(
    async () => new Map([[1, 400 + (performance.now() - began) * part]]),
    () => {
      times += 1;
    },
  );
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  stop();
  return times;
}

it('finds pages that go on by themselves within a second, and tells of them once', async () => {
  expect(await watched(0.6, 1)).toBe(1);
  expect(await watched(1, 10)).toBe(1);
});

it('leaves pages alone that rest', async () => {
  expect(await watched(0, 10)).toBe(0);
  expect(await watched(0.1, 10)).toBe(0);
});

it('takes the end of another page for no rest', async () => {
  const began = performance.now();
  let times = 0;
  const stop = watchRest(
    async () => {
      const ms = performance.now() - began;
      return new Map(ms < 300 ? [[1, 60_000]] : [[2, ms]]);
    },
    () => {
      times += 1;
    },
  );
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  expect(times).toBe(1);
});

it('looks no more when it was stopped, also at an answer that comes then', async () => {
  let cpuMs = 0;
  const onRestless = vi.fn();
  const stop = watchRest(async () => {
    cpuMs += 1_000;
    return new Map([[1, cpuMs]]);
  }, onRestless);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onRestless).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchOwnThread } from './watch-own-thread.ts';

let usedUs: number;
let seen: number[];
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  usedUs = 0;
  seen = [];
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: usedUs, system: 0 }));
  end = watchOwnThread({ apiThreadHeldSeconds: { observe: (seconds) => seen.push(seconds) } });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('looks every 10 ms while the thread is busy, and every 80 ms while it is not', () => {
  // After 10, 20 and 40 ms, and from then on after 80.
  vi.advanceTimersByTime(70 + 80 * 10);
  expect(seen).toHaveLength(13);
  const work = setInterval(() => {
    usedUs += 3_000;
  }, 10);
  vi.advanceTimersByTime(80);
  seen = [];
  vi.advanceTimersByTime(500);
  clearInterval(work);
  expect(seen).toHaveLength(50);
});

it('tells how long the thread was held, and nothing once it was ended', () => {
  vi.advanceTimersByTime(70);
  usedUs += 300_000;
  vi.advanceTimersByTime(80);
  expect(seen.at(-1)).toBeCloseTo(0.3, 6);
  end();
  const before = seen.length;
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(before);
});

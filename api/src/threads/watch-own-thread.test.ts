import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

// Keeps 300,000 objects, and lets go of 30 million others that live for some turns of the loop. Prints the largest
// heap.
const program = `
const { boundGarbage } = await import(process.argv[1]);
if (process.argv[2] === 'bounded') boundGarbage({ aboveBytes: 1 });
const { setTimeout: wait } = await import('node:timers/promises');
const live = Array.from({ length: 300_000 }, (_, n) => ({ n, text: 'x' + n }));
const turns = [];
let most = 0;
await wait(1_100);
for (let turn = 0; turn < 400; turn++) {
  turns.push(Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'y' + n, list: [n, turn] })));
  if (turns.length > 15) turns.shift();
  most = Math.max(most, process.memoryUsage().heapUsed);
  await wait(1);
}
console.log(live.length && most);
`;

it('keeps the garbage of a busy heap small', async () => {
  const url = new URL('./watch-own-thread.ts', import.meta.url).href;
  const largestHeap = async (how: string) => {
    const args = ['--input-type=module', '-e', program, url, how];
    return Number((await promisify(execFile)(process.execPath, args)).stdout);
  };
  const [alone, bounded] = await Promise.all([largestHeap('alone'), largestHeap('bounded')]);
  expect(bounded).toBeLessThan(0.75 * alone);
});

import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { describeShares, watchShares } from './processor-share.ts';

it.runIf(process.platform === 'linux')('tells who took how much of all processors', () => {
  const since = watchShares({ api: process.ppid, guest: process.pid });
  const [before, begun] = [process.cpuUsage(), performance.now()];
  let used = process.cpuUsage(before);
  while (used.user + used.system < 400_000) used = process.cpuUsage(before);
  const seconds = (performance.now() - begun) / 1_000;
  const { crowd, guest, others } = since();
  // Clock ticks are 10 ms.
  const ours = 0.4 / (seconds * availableParallelism());
  expect(crowd).toBeGreaterThan(ours * 0.8);
  expect(crowd).toBeLessThan(ours * 1.5);
  // Both are of this process, and are read one after the other: up to a tick apart at the start and at the end.
  expect(Math.abs(guest - crowd)).toBeLessThan(0.02 / (seconds * availableParallelism()));
  expect(others).toBeGreaterThanOrEqual(0);
});

it('says them in words', () => {
  expect(describeShares({ crowd: 0.302, api: 0.4, guest: 0.01, others: 0.1 })).toBe(
    'crowd 30 %, API 40 %, guest 1 %, others 10 %',
  );
});

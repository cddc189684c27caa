import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LimiterTask } from './limiter-worker.ts';

const PROCESSES = 4;
/**
 * Duration of the test as a multiple of the rate limiter's time window. It exceeds 1, so that logged calls expire while
 * all processes still send calls.
 */
const WINDOWS = 2.5;

const services = forSuite(testServices);
let workers: ChildProcess[];
beforeAll(async () => {
  const file = path.join(import.meta.dirname, 'limiter-worker.ts');
  workers = Array.from({ length: PROCESSES }, () => fork(file, [services.redisUrl]));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
});
afterAll(async () => {
  for (const worker of workers) worker.disconnect();
  await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
});

async function press(worker: ChildProcess, task: LimiterTask): Promise<{ admitted: number[]; calls: number }> {
  const answer = once(worker, 'message');
  worker.send(task);
  const [result] = await answer;
  return result;
}

/** Returns the maximum number of the sorted `times` in any closed interval of `length`. */
function busiestWindow(times: number[], length: number): number {
  let first = 0;
  let busiest = 0;
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? time) < time - length) first += 1;
    busiest = Math.max(busiest, last - first + 1);
  }
  return busiest;
}

it(`${PROCESSES} processes together never get more than the limit through in any window`, async () => {
  let serial = 0;
  let calls = 0;
  let admittedOfAll = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 80, max: 400 }), async (limit, windowMs) => {
      const task = { key: `fm:rl:processes:${serial++}`, limit, windowMs, until: Date.now() + WINDOWS * windowMs };
      const results = await Promise.all(workers.map((worker) => press(worker, task)));
      const admitted = results.flatMap((result) => result.admitted).sort((a, b) => a - b);
      calls += results.reduce((sum, result) => sum + result.calls, 0);
      admittedOfAll += admitted.length;
      expect(busiestWindow(admitted, windowMs * 1_000)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 12, seed: 20_260_801 },
  );
  console.info(`limiter: ${PROCESSES} processes made ${calls} calls, ${admittedOfAll} were let through`);
  // Otherwise nothing was pressed against.
  expect(admittedOfAll).toBeGreaterThan(12);
  expect(calls).toBeGreaterThan(admittedOfAll);
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

interface Heaps {
  readonly after: number;
  readonly given: number;
}

// Makes two million objects, lets them go, and gives back.
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { getHeapStatistics } = require('node:v8');
import(workerData).then(({ giveMemoryBack, prepareToGiveBack }) => {
  prepareToGiveBack();
  let objects = Array.from({ length: 2_000_000 }, (_, n) => ({ n, text: 'x' + n }));
  const after = objects.length && getHeapStatistics().total_heap_size;
  objects = null;
  giveMemoryBack();
  parentPort.postMessage({ after, given: getHeapStatistics().total_heap_size });
});
`;

it('gives the memory of a large task back', async () => {
  const workerData = new URL('./give-memory-back.ts', import.meta.url).href;
  const worker = new Worker(thread, { eval: true, workerData });
  const [{ after, given }] = (await once(worker, 'message')) as [Heaps];
  await worker.terminate();
  expect(after).toBeGreaterThan(160_000_000);
  expect(given).toBeLessThan(40_000_000);
});

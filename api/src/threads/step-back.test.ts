import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/**
 * Program that prints the priorities of its threads by thread name. It runs in a process of its own, because a process
 * without privileges cannot raise its priority again.
 */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  const [, module, work] = process.argv;
  const { helpersStepBack } = await import(module);
  const lowered = helpersStepBack();
  const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(work)), { workerData: module });
  await new Promise((resolve) => worker.once('message', resolve));
  const threads = readdirSync('/proc/self/task').map((id) => [
    readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
    getPriority(Number(id)),
  ]);
  console.log(JSON.stringify({ lowered, own: getPriority(process.pid), threads }));
  process.exit();
`;
const WORK = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { stepBack } = await import(workerData);
  stepBack();
  setInterval(() => undefined, 1_000);
  parentPort.postMessage('done');
`;

it.runIf(process.platform === 'linux')('lowers the priority of what computes, not of the thread that answers', () => {
  const module = new URL('./step-back.ts', import.meta.url).href;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM, module, WORK];
  const { lowered, own, threads } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as {
    lowered: number;
    own: number;
    threads: [string, number][];
  };
  expect(lowered).toBeGreaterThan(0);
  const low = Math.min(19, own + 12);
  const helpers = threads.filter(([name]) => name === 'V8Worker').map(([, priority]) => priority);
  expect(helpers).toEqual(Array.from({ length: lowered }, () => low));
  expect(threads.find(([name]) => name === 'MainThread')?.[1]).toBe(own);
  // The worker's own.
  expect(threads.filter(([name, priority]) => name !== 'V8Worker' && priority === low)).toHaveLength(
    low === own ? 0 : 1,
  );
});

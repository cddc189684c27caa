import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { apart } from '../measure/run-command.ts';
import { percentile } from '../measure/statistics.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';
import { type Editable, editOnce, makeProject } from './api-commands.ts';
import { makePollTargets, poll } from './api-poll.ts';

/** Resident memory of the API process under a constant load, in megabytes (10^6 bytes). */
export interface ApiSoakFigures {
  readonly minutes: number;
  readonly pollsPerSec: number;
  readonly editsPerSec: number;
  /** Median of the resident size in each minute. */
  readonly residentMb: readonly number[];
  /**
   * Memory in the last minute divided by that in the middle minute. Before the middle minute the heap is still growing
   * to its normal size.
   */
  readonly growth: number;
}

const accounts = 50;
const keysEach = 10;
// 480 polls and some edits a minute for each key: below the plan's limit of 600.
const pollsPerSec = 4_000;
const editsPerSec = 10;
const sampleEveryMs = 2_000;

/**
 * Measures the memory of the API process during a constant load of `minutes` (at least 3): polls of renders and edits
 * of projects of 200 clips. The load uses 500 keys and the real rate limiter; the API process is pinned to core 0.
 * Throws unless every response is 200. Linux only (taskset, /proc).
 */
export async function measureApiSoak(minutes: number, log: (line: string) => void): Promise<ApiSoakFigures> {
  const stack = await startStack(1);
  try {
    log(`api-soak: ${accounts} accounts render and make a project`);
    const seeded = await seedAccounts(stack.databaseUrl, accounts, keysEach);
    const targets = await makePollTargets(stack, seeded);
    const editables: Editable[] = [];
    for (const account of seeded) editables.push(await makeProject(stack.apiHost, account));
    const pid = stack.pidOf('api/src/main.ts');
    const residentMb: number[] = [];
    await apart(pid, async () => {
      const load = { ended: false };
      const edits = editSteadily(stack.apiHost, editables, load);
      const samples = watch(pid, load, (perMinute) => {
        residentMb.push(perMinute);
        log(`api-soak: minute ${residentMb.length} of ${minutes}, ${perMinute.toFixed(0)} MB`);
      });
      // Failures of the edits and samples are observed at once, not only at the end of the polls.
      const rest = Promise.all([edits, samples]);
      const result = await Promise.race([
        poll(stack.apiHost, targets, { seconds: minutes * 60, perSec: pollsPerSec }),
        rest.then(() => null),
      ]);
      load.ended = true;
      await rest;
      const notOk = result ? result.non2xx + result.errors + result.timeouts : 0;
      if (notOk > 0)
        throw new FramemillError(
          'internal_error',
          `${notOk} of ${result?.requests.total} polls did not return HTTP status 200. See the log of the API.`,
        );
    });
    const [middle = Number.NaN] = residentMb.slice(Math.floor(residentMb.length / 2));
    return { minutes, pollsPerSec, editsPerSec, residentMb, growth: (residentMb.at(-1) ?? Number.NaN) / middle };
  } finally {
    await stack.stop();
  }
}

async function editSteadily(apiHost: string, editables: readonly Editable[], load: { ended: boolean }): Promise<void> {
  for (let n = 0; !load.ended; n++) {
    const editable = editables[n % editables.length];
    if (!editable)
      throw new FramemillError(
        'internal_error',
        'The benchmark has no project to edit, because every request to create one failed. See the log of the API.',
      );
    const next = wait(1_000 / editsPerSec);
    await editOnce(apiHost, editable, Math.floor(n / editables.length));
    await next;
  }
}

/**
 * Reads a process's resident memory until the load has ended. Calls `onMinute` with the median of each minute,
 * including the last one if it was nearly complete.
 */
async function watch(pid: number, load: { ended: boolean }, onMinute: (medianMb: number) => void): Promise<void> {
  let minute: number[] = [];
  for (let endsAtMs = Date.now() + 60_000; !load.ended; await wait(sampleEveryMs)) {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    minute.push((Number(resident?.[1]) * 1_024) / 1e6);
    if (Date.now() < endsAtMs) continue;
    onMinute(percentile(minute, 0.5));
    minute = [];
    endsAtMs += 60_000;
  }
  if (minute.length * sampleEveryMs > 45_000) onMinute(percentile(minute, 0.5));
}

import type { Logger, Redis } from '@framemill/infra';
import { queueOptions, workerOptions } from '@framemill/scheduler/protocol';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { within } from './within.ts';

export interface QueueWorkerOptions {
  queue: string;
  concurrency: number;
  /** Takes nothing until `resume`. */
  paused: boolean;
  /** Shared by all workers of the node; each takes a blocking connection of its own from it. */
  redis: Redis;
  /** Resolves with the return value, rejects with an error whose message is an encoded failure. */
  process: (jobId: string, payload: unknown, signal: AbortSignal | undefined) => Promise<object>;
  onLockLost: (jobId: string) => void;
  /** How long a job had waited in Redis when this worker took it. */
  onTaken: (waitedMs: number) => void;
  log: Logger;
}

/** A node's ear on one queue. Its worker can be made anew without losing the jobs it runs. */
export interface QueueWorker {
  readonly queue: string;
  /** Jobs it works on. */
  readonly active: number;
  concurrency: number;
  /** Id of the job that waits longest in Redis while this worker has room; null when there is none or no room. */
  waitingForUs(): Promise<string | null>;
  /** Replaces the worker; the old one ends after its running jobs. */
  recreate(): void;
  /** Takes no more jobs from now on; running ones go on. */
  pause(): void;
  /** Takes jobs again. */
  resume(): void;
  /** Takes no more jobs for so long, unless it is made anew before. */
  standAside(ms: number): void;
  ready(): Promise<void>;
  /** Waits until the jobs that have ended are reported, then ends the connections. Gives up on Redis after 2 s. */
  close(): Promise<void>;
}

/** A deaf worker often hangs on a dead connection: its orderly end may never come. */
const closeLimitMs = 2_000;

export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { queue: name, redis, log } = options;
  let { concurrency } = options;
  let active = 0;
  let { paused } = options;
  let aside: NodeJS.Timeout | undefined;
  let worker = listen();
  const retired = new Set<Promise<void>>();
  const queue = new Queue(name, { connection: redis, ...queueOptions });
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'queue error'));

  function listen(): Worker {
    // Three arguments: with fewer, BullMQ makes no abort signal.
    const processor = async (job: Job, _token: string | undefined, signal: AbortSignal | undefined) => {
      active += 1;
      // Clocks of two machines: a little ahead must not count as less than nothing.
      options.onTaken(Math.max(0, Date.now() - job.timestamp));
      try {
        return await options.process(job.id ?? '', job.data, signal);
      } catch (error) {
        // The attempt ledger decides about another try, never BullMQ.
        throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
      } finally {
        active -= 1;
      }
    };
    const created = new Worker(name, processor, {
      ...workerOptions,
      connection: redis,
      concurrency,
      autorun: !paused,
      // Its default of 15 s would leave a node without work that long after Redis comes back.
      runRetryDelay: 1_000,
    });
    created.on('error', (error) => log.warn({ err: error, queue: name }, 'worker error'));
    created.on('lockRenewalFailed', (jobIds) => {
      for (const jobId of jobIds) options.onLockLost(jobId);
    });
    return created;
  }

  function retire(old: Worker): void {
    // An idle one has nothing to wait for, and its blocking command may never return.
    const closing = old.close(active === 0).catch((error: unknown) => {
      log.warn({ err: error, queue: name }, 'the old worker did not close in order');
    });
    retired.add(closing);
    void closing.finally(() => retired.delete(closing));
  }

  /** Not BullMQ's `pause(true)`: that leaves the blocking read open, and a job that comes in within 5 s is still taken. This one cuts
   * the read at once and settles when the running jobs have ended, which nobody needs to wait for. */
  function deafen(): void {
    worker.pause().catch((error: unknown) => log.warn({ err: error, queue: name }, 'the worker did not pause'));
  }

  function recreate(): void {
    clearTimeout(aside);
    aside = undefined;
    const old = worker;
    worker = listen();
    retire(old);
  }

  return {
    queue: name,
    get active() {
      return active;
    },
    get concurrency() {
      return concurrency;
    },
    set concurrency(value) {
      concurrency = value;
      worker.concurrency = value;
    },
    async waitingForUs() {
      if (paused || aside || active >= concurrency) return null;
      const [first] = await queue.getJobs(['prioritized', 'waiting'], 0, 0, true);
      return first?.id ?? null;
    },
    recreate,
    pause() {
      if (paused) return;
      paused = true;
      deafen();
    },
    resume() {
      if (!paused) return;
      paused = false;
      // A new worker: the paused one is between two states until its last job has ended.
      recreate();
    },
    standAside(ms) {
      if (paused || aside) return;
      deafen();
      aside = setTimeout(() => {
        aside = undefined;
        if (!paused) recreate();
      }, ms).unref();
    },
    async ready() {
      await worker.waitUntilReady();
    },
    async close() {
      clearTimeout(aside);
      const all = Promise.all([worker.close(), queue.close(), ...retired]);
      await within(closeLimitMs, `closing queue ${name}`, all).catch((error: unknown) => {
        log.warn({ err: error, queue: name }, 'worker did not close in time');
      });
    },
  };
}

import type { Logger, Redis, RedisReport } from '@framemill/infra';
import { queueOptions, workerOptions } from '@framemill/scheduler/protocol';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { within } from './timers.ts';

/** Job as it is stored in its queue. */
export interface QueuedJob {
  readonly id: string;
  /** Name of the job, which states its kind of work. */
  readonly name: string;
  readonly payload: unknown;
}

/** Options of a worker: its queue, its concurrency and its processor. */
export interface QueueWorkerOptions {
  queue: string;
  concurrency: number;
  /** Whether the worker takes no job until `resume`. */
  paused: boolean;
  /** Connection that all workers of the node share; each duplicates it to get a blocking connection of its own. */
  redis: Redis;
  /** Runs a job. Resolves with its return value, or rejects with an error whose message is an encoded failure. */
  process: (job: QueuedJob, signal: AbortSignal | undefined) => Promise<object>;
  onLockLost: (jobId: string) => void;
  /** Called when a job has ended and `active` no longer counts it. */
  onEnded: () => void;
  /** Called with the time in ms that a job had waited in Redis when this worker took it. */
  onTaken: (waitedMs: number) => void;
  report: RedisReport;
  log: Logger;
}

/** Subscription of a node to one queue. Its BullMQ worker can be recreated without losing the running jobs. */
export interface QueueWorker {
  readonly queue: string;
  /** Number of jobs that it is running. */
  readonly active: number;
  concurrency: number;
  /**
   * Returns the id of the job that waits longest in Redis while this worker has capacity; null when there is none or
   * no capacity.
   */
  waitingForUs(): Promise<string | null>;
  /** Replaces the BullMQ worker; the old one ends after its running jobs. */
  recreate(): void;
  /** Stops taking jobs; running ones continue. */
  pause(): void;
  /** Starts taking jobs again. */
  resume(): void;
  /** Stops taking jobs for `ms` milliseconds, unless the worker is recreated before. */
  standAside(ms: number): void;
  ready(): Promise<void>;
  /** Waits until the jobs that have ended are reported, then closes the connections. Gives up on Redis after 2 s. */
  close(): Promise<void>;
}

/** BullMQ worker together with the number of jobs that it runs. */
interface Ear {
  readonly worker: Worker;
  active: number;
  retired: boolean;
}

/** Interval in ms of the check whether a worker has noticed its raised concurrency. */
const lookMs = 250;

/**
 * Time limit in ms for closing: a worker that takes no jobs often has a dead connection, and an orderly close may
 * never complete.
 */
const closeLimitMs = 2_000;

/** Creates a worker for the jobs of one queue; it can be replaced when it no longer takes any. */
export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { queue: name, redis, log } = options;
  let { concurrency } = options;
  let active = 0;
  /** Number of jobs of replaced workers that are still running. */
  let retiredActive = 0;
  let { paused } = options;
  let aside: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let ear = listen();
  const retired = new Set<Promise<void>>();
  const queue = new Queue(name, { connection: redis, ...queueOptions });
  queue.on('error', options.report.onError);

  function listen(): Ear {
    const own: Omit<Ear, 'worker'> = { active: 0, retired: false };
    // The processor must declare three arguments: with fewer, BullMQ creates no abort signal.
    const processor = async (job: Job, _token: string | undefined, signal: AbortSignal | undefined) => {
      active += 1;
      own.active += 1;
      // The clocks of two machines differ: a slightly later timestamp must not give a negative time.
      options.onTaken(Math.max(0, Date.now() - job.timestamp));
      try {
        return await options.process({ id: job.id ?? '', name: job.name, payload: job.data }, signal);
      } catch (error) {
        // The attempt ledger decides about another try, never BullMQ.
        throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
      } finally {
        active -= 1;
        own.active -= 1;
        if (own.retired) {
          retiredActive -= 1;
          limit();
        } else {
          // The worker's loop continues, so it reads its concurrency again.
          clearInterval(looking);
        }
        options.onEnded();
      }
    };
    const created = new Worker(name, processor, {
      ...workerOptions,
      connection: redis,
      concurrency: Math.max(1, concurrency - retiredActive),
      autorun: !paused,
      // Its default of 15 s would leave a node without work that long after Redis comes back.
      runRetryDelay: 1_000,
    });
    created.on('error', options.report.onError);
    created.on('lockRenewalFailed', (jobIds) => {
      for (const jobId of jobIds) options.onLockLost(jobId);
    });
    return Object.assign(own, { worker: created });
  }

  /**
   * Sets the worker's concurrency to what the running jobs of retired workers leave free. BullMQ reads a raised
   * concurrency only when one of its jobs ends. A worker that was full is therefore replaced when a job waits.
   * Otherwise the free slots would stay unused until a long range ends.
   */
  function limit(): void {
    const { worker } = ear;
    const before = worker.concurrency;
    worker.concurrency = Math.max(1, concurrency - retiredActive);
    if (worker.concurrency <= before || ear.active < before) return;
    clearInterval(looking);
    looking = setInterval(() => void lookAfter(), lookMs).unref();
  }

  async function lookAfter(): Promise<void> {
    const full = ear;
    const waiting = await waitingForUs().catch(() => null);
    if (waiting !== null && ear === full && active < concurrency) recreate();
  }

  function retire(old: Ear): void {
    old.retired = true;
    retiredActive += old.active;
    // An idle worker has no job to wait for, and its blocking command may never return.
    const closing = old.worker.close(old.active === 0).catch((error: unknown) => {
      log.warn({ err: error, queue: name }, 'the old worker did not close in order');
    });
    retired.add(closing);
    void closing.finally(() => retired.delete(closing));
  }

  /**
   * Pauses the worker. BullMQ's `pause(true)` does not suffice: it leaves the blocking read open, and a job that
   * arrives within 5 s is still taken. This call aborts the read at once and resolves when the running jobs have
   * ended, for which no caller needs to wait.
   */
  function deafen(): void {
    ear.worker.pause().catch((error: unknown) => log.warn({ err: error, queue: name }, 'the worker did not pause'));
  }

  function recreate(): void {
    clearTimeout(aside);
    aside = undefined;
    clearInterval(looking);
    const old = ear;
    retire(old);
    ear = listen();
  }

  async function waitingForUs(): Promise<string | null> {
    if (paused || aside || active >= concurrency) return null;
    const [first] = await queue.getJobs(['prioritized', 'waiting'], 0, 0, true);
    return first?.id ?? null;
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
      limit();
    },
    waitingForUs,
    recreate,
    pause() {
      if (paused) return;
      paused = true;
      deafen();
    },
    resume() {
      if (!paused) return;
      paused = false;
      // A new worker is created, because the paused one is between two states until its last job has ended.
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
      await ear.worker.waitUntilReady();
    },
    async close() {
      clearTimeout(aside);
      clearInterval(looking);
      const all = Promise.all([ear.worker.close(), queue.close(), ...retired]);
      await within(closeLimitMs, `Closing the queue ${name}`, all).catch((error: unknown) => {
        log.warn({ err: error, queue: name }, 'worker did not close in time');
      });
    },
  };
}

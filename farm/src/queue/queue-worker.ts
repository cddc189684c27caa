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
  /** Redis connection that all workers of the node share. Each worker duplicates it for its blocking commands. */
  redis: Redis;
  /** Runs a job. Resolves with its return value, or rejects with an error whose message is an encoded failure. */
  process: (job: QueuedJob, signal: AbortSignal | undefined) => Promise<object>;
  onLockLost: (jobId: string) => void;
  /** Called when a job has ended, after `active` was decremented. */
  onEnded: () => void;
  /** Called when this worker takes a job, with the time in ms that the job had waited in Redis. */
  onTaken: (waitedMs: number) => void;
  report: RedisReport;
  log: Logger;
}

/** Consumer of one queue. Its BullMQ worker can be replaced without losing the running jobs. */
export interface QueueWorker {
  readonly queue: string;
  /** Number of running jobs, including those of replaced BullMQ workers. */
  readonly active: number;
  concurrency: number;
  /** Returns the id of the first waiting job of the queue; null when none waits or this worker has no capacity. */
  waitingForUs(): Promise<string | null>;
  /** Replaces the BullMQ worker; the old one ends after its running jobs. */
  recreate(): void;
  /** Stops taking jobs; running ones continue. */
  pause(): void;
  /** Starts taking jobs again. */
  resume(): void;
  /** Stops taking jobs for `ms` milliseconds. `recreate` ends the pause. */
  standAside(ms: number): void;
  ready(): Promise<void>;
  /** Waits until ended jobs are reported to Redis, then closes the connections. Waits for Redis for at most 2 s. */
  close(): Promise<void>;
}

/** BullMQ worker together with the number of jobs that it runs. */
interface Ear {
  readonly worker: Worker;
  active: number;
  retired: boolean;
}

/** Interval in ms at which a worker whose concurrency was raised is checked for using it. */
const lookMs = 250;

/** Time limit in ms for closing a worker. The connection may be dead, and a normal close would then never complete. */
const closeLimitMs = 2_000;

/** Creates a consumer for the jobs of one queue. */
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
   * Sets the worker's concurrency to the configured one minus the jobs that still run in replaced workers. BullMQ
   * notices a raised concurrency only when one of its jobs ends. A worker that was full is therefore replaced when a
   * job waits; otherwise its free slots would stay unused until then.
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
   * Pauses the BullMQ worker at once. `pause(true)` would leave the blocking read open, which takes a job that arrives
   * within 5 s. `pause()` aborts the read and resolves when the running jobs have ended, which is not awaited.
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

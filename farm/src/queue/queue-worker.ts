import type { Logger, Redis, RedisReport } from '@framemill/infra';
import { queueOptions, workerOptions } from '@framemill/scheduler/protocol';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { within } from './within.ts';

/** A job as it stands in its queue. */
export interface QueuedJob {
  readonly id: string;
  /** What kind of work it is. */
  readonly name: string;
  readonly payload: unknown;
}

/** Which queue is worked on, how wide, and by what. */
export interface QueueWorkerOptions {
  queue: string;
  concurrency: number;
  /** Takes nothing until `resume`. */
  paused: boolean;
  /** Shared by all workers of the node; each takes a blocking connection of its own from it. */
  redis: Redis;
  /** Resolves with the return value, rejects with an error whose message is an encoded failure. */
  process: (job: QueuedJob, signal: AbortSignal | undefined) => Promise<object>;
  onLockLost: (jobId: string) => void;
  /** Called when a job has ended and `active` no longer counts it. */
  onEnded: () => void;
  /** How long a job had waited in Redis when this worker took it. */
  onTaken: (waitedMs: number) => void;
  report: RedisReport;
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

/** One worker, and how many jobs it runs. */
interface Ear {
  readonly worker: Worker;
  active: number;
  retired: boolean;
}

/** How often a worker that does not see its raised limit is looked after. */
const lookMs = 250;

/** A deaf worker often hangs on a dead connection: its orderly end may never come. */
const closeLimitMs = 2_000;

/** Takes jobs of one queue; a worker that no longer takes any is replaced by a new one. */
export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { queue: name, redis, log } = options;
  let { concurrency } = options;
  let active = 0;
  /** Jobs of workers that were replaced, which run on. */
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
    // Three arguments: with fewer, BullMQ makes no abort signal.
    const processor = async (job: Job, _token: string | undefined, signal: AbortSignal | undefined) => {
      active += 1;
      own.active += 1;
      // Clocks of two machines: a little ahead must not count as less than nothing.
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
          // Its loop turns: it sees its limit again.
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
   * Gives the worker what the retired ones leave. BullMQ looks at a raised limit only when one of its jobs ends: a worker that was
   * full is replaced when there is something to take, or a long range would keep the free slots from whoever waits.
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
    // An idle one has nothing to wait for, and its blocking command may never return.
    const closing = old.worker.close(old.active === 0).catch((error: unknown) => {
      log.warn({ err: error, queue: name }, 'the old worker did not close in order');
    });
    retired.add(closing);
    void closing.finally(() => retired.delete(closing));
  }

  /** Not BullMQ's `pause(true)`: that leaves the blocking read open, and a job that comes in within 5 s is still taken. This one cuts
   * the read at once and resolves when the running jobs have ended, which nobody needs to wait for. */
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
      await ear.worker.waitUntilReady();
    },
    async close() {
      clearTimeout(aside);
      clearInterval(looking);
      const all = Promise.all([ear.worker.close(), queue.close(), ...retired]);
      await within(closeLimitMs, `closing queue ${name}`, all).catch((error: unknown) => {
        log.warn({ err: error, queue: name }, 'worker did not close in time');
      });
    },
  };
}

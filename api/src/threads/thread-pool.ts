import { Worker } from 'node:worker_threads';
import type { Metrics } from '@framemill/infra';
import { createTurns } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { SHORT_MS, type ThreadCounts, threadCounts } from './call-length.ts';
import { type Measurable, watchProcessorTime } from './processor-time.ts';
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadSettings, ThreadTask } from './thread-task.ts';

/**
 * Pool of worker threads for calls that would block the API. Each thread runs its own instance of the API, without a
 * network socket.
 */
export interface ThreadPool {
  /**
   * Runs a call on a worker thread. Each account has one running call at a time, accounts are served in rotation, and
   * short calls use threads that long ones leave free. `gone` is aborted when the caller has disconnected: a queued
   * call is then dropped, a call that waits for a farm node is ended, and the signal's reason is thrown; a call that is
   * computing continues. Throws `unavailable` when the queue is full or no answer comes. A call that used too much
   * processor time or memory throws `invalid_request` if it had not changed anything yet, and `internal_error`
   * otherwise.
   */
  run(task: ThreadTask, gone?: AbortSignal): Promise<HeldAnswer>;
  /** Whether `run` would accept a call of the account. */
  hasRoom(accountId: string): boolean;
  /** Returns the number of calls in the pool by account, without accounts that have none. */
  heldBy(): ReadonlyMap<string, number>;
  /** Terminates all threads. Running and queued calls fail with `unavailable`. */
  close(): Promise<void>;
}

/**
 * Answer of a call that still counts toward its account's limit. Call `release` when the answer was sent or cannot be
 * sent.
 */
export interface HeldAnswer extends ThreadAnswer {
  /** Time for which a thread worked on the call, in seconds. */
  seconds: number;
  release(): void;
}

/** Part of a worker thread's interface that the pool uses. Node's `Worker` implements it. */
export interface PoolWorker extends Measurable {
  on(event: 'message', listener: (message: ThreadMessage) => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(order: ThreadOrder): void;
  terminate(): Promise<unknown>;
}

/** Number and limits of the threads for expensive calls. */
export interface ThreadPoolOptions {
  settings: ThreadSettings;
  metrics?: Pick<Metrics, 'heavyCalls' | 'heavyCallsEnded' | 'heavyCallSeconds'>;
  /** Number of threads for short and for long calls. Default: by the number of processors. */
  counts?: ThreadCounts;
  /** Whether one idle thread is started in advance and always kept available. Default true. */
  warm?: boolean;
  /**
   * Maximum number of calls in the pool: queued, running, or with an answer not yet sent. One account may have a
   * quarter of them.
   */
  places?: number;
  /** Maximum bytes of unsent answers. Above it, no more calls are accepted. */
  unsentBytes?: number;
  /**
   * Processor time in milliseconds after which the thread of a call is terminated. A script that the call runs may use
   * 10 s of it.
   */
  limitMs?: number;
  /** Processor time in milliseconds after which a short call counts as long. */
  shortMs?: number;
  /** Maximum time in milliseconds for which a call may occupy its thread, even if it does not compute. */
  stuckMs?: number;
  /** Interval at which the processor time of a call is checked, in milliseconds. */
  lookMs?: number;
  /** Heap limit of a thread in megabytes. A preview of 10,000 clips takes about 250. */
  heapMb?: number;
  /** Starts a worker thread. Tests replace this function. */
  openWorker?: () => PoolWorker;
}

interface Job {
  id: number;
  task: ThreadTask;
  /** Length stated by the task, or `long` once the call has used more processor time than a short call may. */
  length: ThreadTask['length'];
  gone: AbortSignal | undefined;
  resolve(answer: HeldAnswer): void;
  reject(reason: unknown): void;
  /** Whether the job has begun to save changes, so that its outcome would be unknown if its thread ended now. */
  saving: boolean;
  begunMs: number;
}

interface Thread {
  worker: PoolWorker;
  /** Job that the thread is computing; null when there is none. */
  job: Job | null;
  /** Jobs that wait for an answer of a farm node or for a DNS lookup, by job id. */
  paused: Map<number, Job>;
  /** Whether the thread has started. Starting takes seconds under load. */
  ready: boolean;
  /** Timer that terminates the thread when its job is stuck. */
  timer: NodeJS.Timeout | undefined;
}

/** Creates a pool. A thread takes 0.6 s to start and about 90 MB of memory. */
export function createThreadPool({
  settings,
  metrics,
  counts = threadCounts({ short: null, long: null }),
  warm = true,
  places = 32,
  unsentBytes: mostUnsent = 128_000_000,
  limitMs = 20_000,
  shortMs = SHORT_MS.used,
  stuckMs = 120_000,
  lookMs = 100,
  heapMb = 512,
  openWorker = () => openThread(settings, heapMb),
}: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>();
  const waiting = { short: createTurns<Job>(), long: createTurns<Job>() };
  /** Number of calls in the pool by account. */
  const held = new Map<string, number>();
  const slots = counts.short + counts.long;
  let unsentBytes = 0;
  let lastId = 0;
  let closed = false;

  /**
   * Starts a thread, unless there is already one per call that may run concurrently and one idle spare. The spare
   * replaces a thread that ends, or serves short calls when a call turns out to be long.
   */
  function startThread(): void {
    if (threads.size > slots) return;
    const worker = openWorker();
    const thread: Thread = { worker, job: null, paused: new Map(), ready: false, timer: undefined };
    worker.on('message', (message) => onMessage(thread, message));
    worker.on('error', (cause) => lose(thread, (job) => crash(job, cause)));
    worker.on('exit', () => lose(thread, closing));
    threads.add(thread);
  }

  function onMessage(thread: Thread, message: ThreadMessage): void {
    if (message.kind === 'ready') {
      thread.ready = true;
      assign();
      return;
    }
    const job = thread.job?.id === message.id ? thread.job : thread.paused.get(message.id);
    if (!job) return;
    if (message.kind === 'saving') {
      job.saving = true;
      clearTimeout(thread.timer);
      return;
    }
    const plan = job.task.caller.plan.id;
    const seconds = (performance.now() - job.begunMs) / 1_000;
    if (thread.job === job) {
      clearTimeout(thread.timer);
      thread.job = null;
      metrics?.heavyCalls.dec({ plan, state: 'running' });
      metrics?.heavyCallSeconds.inc({ plan }, seconds);
    }
    thread.paused.delete(job.id);
    if (message.kind === 'waiting') {
      thread.paused.set(job.id, job);
      if (message.for === 'node') endWhenGone(thread, job);
    }
    if (message.kind === 'done') answer(job, message.answer, seconds);
    if (message.kind === 'failed')
      end(job, 'failed', new FramemillError('internal_error', FAULT, {}, { cause: message.reason }));
    assign();
  }

  /** Ends a job that waits for a farm node once its caller has disconnected. The node then ends its work as well. */
  function endWhenGone(thread: Thread, job: Job): void {
    const { id, gone } = job;
    if (!gone) return;
    const leaveNode = () => {
      if (!thread.paused.delete(id)) return;
      thread.worker.postMessage({ kind: 'gone', id });
      end(job, 'stopped', gone.reason);
    };
    if (gone.aborted) leaveNode();
    else gone.addEventListener('abort', leaveNode, { once: true });
  }

  function answer(job: Job, { status, headers, body }: ThreadAnswer, seconds: number): void {
    metrics?.heavyCallsEnded.inc({ plan: job.task.caller.plan.id, outcome: 'answered' });
    unsentBytes += body.byteLength;
    const release = () => {
      unsentBytes -= body.byteLength;
      leave(job.task.caller.accountId);
    };
    job.resolve({ status, headers, body, seconds, release });
  }

  function end(job: Job, outcome: 'failed' | 'stopped', error: FramemillError): void {
    metrics?.heavyCallsEnded.inc({ plan: job.task.caller.plan.id, outcome });
    leave(job.task.caller.accountId);
    job.reject(error);
  }

  function leave(accountId: string): void {
    const left = (held.get(accountId) ?? 1) - 1;
    if (left > 0) held.set(accountId, left);
    else held.delete(accountId);
  }

  /**
   * Removes a queued call. A running call continues: it may have changed something, and could only be ended by
   * terminating its thread.
   */
  function drop(job: Job, reason: unknown): void {
    const { accountId, plan } = job.task.caller;
    if (!waiting[job.length].remove(accountId, job)) return;
    metrics?.heavyCalls.dec({ plan: plan.id, state: 'waiting' });
    metrics?.heavyCallsEnded.inc({ plan: plan.id, outcome: 'left' });
    leave(accountId);
    job.reject(reason);
  }

  function lose(thread: Thread, why: (job: Job) => FramemillError): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    if (thread.job) {
      metrics?.heavyCalls.dec({ plan: thread.job.task.caller.plan.id, state: 'running' });
      end(thread.job, 'stopped', why(thread.job));
    }
    // Paused jobs did not cause the loss.
    for (const job of thread.paused.values()) end(job, 'stopped', closing());
    void thread.worker.terminate();
    if (thread.ready) assign();
    // The thread failed to start, so the next one would fail too. Queued calls fail now, and the next call tries again.
    else for (const job of drainWaiting()) end(job, 'failed', why(job));
  }

  function drainWaiting(): Job[] {
    const jobs = [...waiting.short.drain(), ...waiting.long.drain()];
    for (const { task } of jobs) metrics?.heavyCalls.dec({ plan: task.caller.plan.id, state: 'waiting' });
    return jobs;
  }

  /** Starts queued jobs on idle threads, and starts a thread where one is missing. */
  function assign(): void {
    while (!closed) {
      const idle = [...threads].find(({ job, ready }) => ready && job === null);
      const job = idle && nextJob();
      if (!job) break;
      start(idle, job);
    }
    const free = [...threads].filter(({ job }) => job === null).length;
    const isMissing = warm || waiting.short.size + waiting.long.size > 0;
    if (!closed && free === 0 && isMissing) startThread();
  }

  /**
   * Removes and returns the next call to run. Accounts are served in rotation, except those with a running call. Long
   * calls leave the threads for short calls free; short calls may use every thread that no long call needs.
   */
  function nextJob(): Job | undefined {
    const running = [...threads].flatMap(({ job }) => job ?? []);
    const accounts = new Set(running.map(({ task }) => task.caller.accountId));
    const long = running.filter(({ length }) => length === 'long').length;
    const short = running.length - long;
    const hasSlot = running.length < slots;
    const mayRun = { short: hasSlot || short < counts.short, long: hasSlot && long < counts.long };
    const order = short < counts.short ? (['short', 'long'] as const) : (['long', 'short'] as const);
    for (const length of order) {
      const job = mayRun[length] && waiting[length].take((accountId) => !accounts.has(accountId));
      if (job) return job;
    }
    return undefined;
  }

  function start(thread: Thread, job: Job): void {
    const plan = job.task.caller.plan.id;
    metrics?.heavyCalls.dec({ plan, state: 'waiting' });
    metrics?.heavyCalls.inc({ plan, state: 'running' });
    job.begunMs = performance.now();
    thread.job = job;
    thread.worker.postMessage({ kind: 'run', id: job.id, task: job.task });
    thread.timer = setTimeout(() => lose(thread, () => stuck(stuckMs)), stuckMs).unref();
    void watchProcessorTime(thread.worker, lookMs, (usedMs) => {
      if (thread.job !== job || job.saving) return false;
      if (usedMs > limitMs) lose(thread, () => tooLong(limitMs));
      else if (usedMs > shortMs && job.length === 'short') {
        job.length = 'long';
        assign();
      }
      return usedMs <= limitMs;
    });
  }

  function hasRoom(accountId: string): boolean {
    const all = [...held.values()].reduce((sum, count) => sum + count, 0);
    return all < places && (held.get(accountId) ?? 0) < places / 4 && unsentBytes <= mostUnsent;
  }

  if (warm) startThread();
  return {
    hasRoom,
    heldBy: () => held,
    run: (task, gone) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closing());
        if (gone?.aborted) return reject(gone.reason);
        const { accountId } = task.caller;
        const plan = task.caller.plan.id;
        if (!hasRoom(accountId)) {
          metrics?.heavyCallsEnded.inc({ plan, outcome: 'refused' });
          return reject(tooMany());
        }
        held.set(accountId, (held.get(accountId) ?? 0) + 1);
        lastId += 1;
        metrics?.heavyCalls.inc({ plan, state: 'waiting' });
        const { length } = task;
        const job: Job = { id: lastId, task, length, gone, resolve, reject, saving: false, begunMs: 0 };
        waiting[length].add(accountId, job);
        gone?.addEventListener('abort', () => drop(job, gone.reason), { once: true });
        assign();
      }),
    async close() {
      closed = true;
      for (const job of drainWaiting()) job.reject(closing());
      const ended = [...threads].map(({ worker }) => worker.terminate());
      for (const thread of [...threads]) lose(thread, closing);
      await Promise.all(ended);
    },
  };
}

function openThread(settings: ThreadSettings, heapMb: number): PoolWorker {
  const worker = new Worker(new URL('../thread-side/thread-main.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    workerData: settings,
    // All its values are in its settings. The compile cache makes it start three times as fast.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
  });
  // An idle thread does not keep the process running.
  worker.unref();
  return worker;
}

const FAULT =
  'The service failed while it handled the request, and the outcome is unknown. Check the outcome before you try ' +
  'again. If it fails again, send the X-Request-Id of the response to the operator of the service.';

function tooLong(ms: number): FramemillError {
  const message =
    `The request used more than ${ms} ms of computing time and was stopped. ` +
    'Nothing was changed. Do less in one request.';
  return new FramemillError('invalid_request', message);
}

function stuck(ms: number): FramemillError {
  const message = `The request did not finish within ${ms} ms and was stopped. Nothing was changed. Try again later.`;
  return new FramemillError('unavailable', message);
}

function crash({ saving }: Job, cause: Error): FramemillError {
  if (!saving && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The request used too much memory and was stopped. Nothing was changed. Do less in one request.';
    return new FramemillError('invalid_request', message, {}, { cause });
  }
  return new FramemillError('internal_error', FAULT, {}, { cause });
}

/** Creates the error for a call that the pool cannot accept. */
export function tooMany(): FramemillError {
  const message = 'Too many requests on large projects are waiting. Nothing was changed. Try again later.';
  return new FramemillError('unavailable', message);
}

function closing(): FramemillError {
  return new FramemillError('unavailable', 'The service is stopping. Try again later.');
}

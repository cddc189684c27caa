import { Worker } from 'node:worker_threads';
import type { Metrics } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { createTurns } from '../turns/turns.ts';
import { SHORT_MS, type ThreadCounts, threadCounts } from './call-length.ts';
import { type Measurable, watchProcessorTime } from './processor-time.ts';
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadSettings, ThreadTask } from './thread-task.ts';

/** Threads that answer the calls that would hold up the API: each is an API of its own without a socket. */
export interface ThreadPool {
  /**
   * Has a thread answer a call; of one account one at a time, accounts in turns, and short calls on threads that long ones
   * leave free. Throws `unavailable` when too much waits or no answer comes, `invalid_request` when the call took too much
   * processor time or memory before it changed anything, `internal_error` when after. `gone`: aborted when the caller has gone;
   * a call that waits for its turn is dropped then, one that waits for a node ends, and both throw its reason. A call that
   * computes goes on.
   */
  run(task: ThreadTask, gone?: AbortSignal): Promise<HeldAnswer>;
  /** Whether `run` would let a call of the account in. */
  hasRoom(accountId: string): boolean;
  /** Calls that are here now, by account; of those only that have some. */
  heldBy(): ReadonlyMap<string, number>;
  /** Ends all threads. What still runs or waits fails with `unavailable`. */
  close(): Promise<void>;
}

/** An answer, which counts as one of its account's calls until `release` is called: when it was sent or cannot be. */
export interface HeldAnswer extends ThreadAnswer {
  /** How long a thread worked on it, seconds. */
  seconds: number;
  release(): void;
}

/** What the pool needs of a worker thread; a `Worker` of Node has it. */
export interface PoolWorker extends Measurable {
  on(event: 'message', listener: (message: ThreadMessage) => void): unknown;
  on(event: 'error', listener: (cause: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(order: ThreadOrder): void;
  terminate(): Promise<unknown>;
}

/** How many threads compute heavy calls, and their limits. */
export interface ThreadPoolOptions {
  settings: ThreadSettings;
  metrics?: Pick<Metrics, 'heavyCalls' | 'heavyCallsEnded' | 'heavyCallSeconds'>;
  /** Threads for short and for long calls; by the machine's processors when absent. */
  counts?: ThreadCounts;
  /** Whether one thread more than there are calls is kept ready, from the start on (default). */
  warm?: boolean;
  /** Calls that may be here: waiting, running or not yet sent; a quarter of them of one account. */
  places?: number;
  /** Bytes of answers that may wait to be sent before no more calls are let in. */
  unsentBytes?: number;
  /** Processor time of a call before its thread is ended. Milliseconds; the scripts of a call have 10 s of them. */
  limitMs?: number;
  /** Processor time after which a short call counts as a long one. Milliseconds. */
  shortMs?: number;
  /** Longest a call may take its thread, however little it computes. Milliseconds. */
  stuckMs?: number;
  /** Time between two looks at what a call has used. Milliseconds. */
  lookMs?: number;
  /** Heap of a thread. Megabytes; a page of 10,000 clips takes about 250. */
  heapMb?: number;
  /** Starts a thread; tests pass one of their own. */
  openWorker?: () => PoolWorker;
}

interface Job {
  id: number;
  task: ThreadTask;
  /** The task's, until it turns out to be long. */
  length: ThreadTask['length'];
  gone: AbortSignal | undefined;
  resolve(answer: HeldAnswer): void;
  reject(reason: unknown): void;
  /** Whether its outcome is unknown if its thread ends. */
  saving: boolean;
  begunMs: number;
}

interface Thread {
  worker: PoolWorker;
  /** The job that it computes. */
  job: Job | null;
  /** Jobs that wait for a node or an address. */
  paused: Map<number, Job>;
  /** False while it starts: that takes seconds on a busy machine. */
  ready: boolean;
  /** Ends it when its job is stuck. */
  timer: NodeJS.Timeout | undefined;
}

/** Makes a pool. A thread takes 0.6 s to start and about 90 MB. */
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
  /** Calls that are here, by account. */
  const held = new Map<string, number>();
  const slots = counts.short + counts.long;
  let unsentBytes = 0;
  let lastId = 0;
  let closed = false;

  /** Starts a thread unless there is one for each call that may run, and a spare: for one that ends, or a call that turns out long. */
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

  /** Ends a job that waits for a node once its caller is gone: the node then ends its work, too. */
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

  /** A call that runs goes on: it may have changed something, and to end it would cost its thread. */
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
    // They are not at fault.
    for (const job of thread.paused.values()) end(job, 'stopped', closing());
    void thread.worker.terminate();
    if (thread.ready) assign();
    // The next would not start either: calls fail now, and the next call tries again.
    else for (const job of drainWaiting()) end(job, 'failed', why(job));
  }

  function drainWaiting(): Job[] {
    const jobs = [...waiting.short.drain(), ...waiting.long.drain()];
    for (const { task } of jobs) metrics?.heavyCalls.dec({ plan: task.caller.plan.id, state: 'waiting' });
    return jobs;
  }

  /** Starts what may run on threads that are ready, and a thread where one is missing. */
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
   * Takes the call that runs next: of an account that none runs of, the account whose turn it is. Long calls leave the
   * threads of short ones free; short ones may have all that no long one waits for.
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
    // What it needs is in its settings; what was compiled before makes it start three times as fast.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
  });
  // An idle thread does not keep the process alive.
  worker.unref();
  return worker;
}

const FAULT = 'The request failed inside the service.';

function tooLong(ms: number): FramemillError {
  const message = `The request computed for more than ${ms} ms and was stopped; nothing was changed. Do less in one request.`;
  return new FramemillError('invalid_request', message);
}

function stuck(ms: number): FramemillError {
  const message = `The request was not finished within ${ms} ms and was stopped; nothing was changed. Try again later.`;
  return new FramemillError('unavailable', message);
}

function crash({ saving }: Job, cause: Error): FramemillError {
  if (!saving && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The request took too much memory and was stopped; nothing was changed. Do less in one request.';
    return new FramemillError('invalid_request', message, {}, { cause });
  }
  return new FramemillError('internal_error', FAULT, {}, { cause });
}

/** Error for a call that finds no room. */
export function tooMany(): FramemillError {
  const message = 'Too many requests on large projects are waiting. Nothing was changed; try again later.';
  return new FramemillError('unavailable', message);
}

function closing(): FramemillError {
  return new FramemillError('unavailable', 'The service is stopping. Try again later.');
}

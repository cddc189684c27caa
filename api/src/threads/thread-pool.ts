import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Metrics } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { createTurns } from '../turns/turns.ts';
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadSettings, ThreadTask } from './thread-task.ts';

/** Threads that answer the calls that would hold up the API: each is an API of its own without a socket. */
export interface ThreadPool {
  /**
   * Has a thread answer a call; of one account one at a time, accounts in turns. Throws `unavailable` when too much waits,
   * `invalid_request` when the call took too much time or memory before it changed anything, `internal_error` when after. `gone`:
   * aborted when the caller has gone; what waits for its turn is forgotten then, what waits for a node ends, and both throw its
   * reason. What computes goes on.
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

/** How many threads compute heavy calls, and what they tell. */
export interface ThreadPoolOptions {
  settings: ThreadSettings;
  metrics?: Pick<Metrics, 'heavyCalls' | 'heavyCallsEnded' | 'heavyCallSeconds'>;
  /** Threads at most; one for each processor but one when absent: that one is for the thread that answers everybody. */
  threads?: number;
  /** Whether the first starts at once (default) and not when it is needed, as the others do. */
  warm?: boolean;
  /** Calls that may be here: waiting, running or not yet sent; a quarter of them of one account. */
  places?: number;
  /** Bytes of answers that may wait to be sent before no more calls are let in. */
  unsentBytes?: number;
  /** Longest run of a call before its thread is ended. Milliseconds; the scripts of a call have 10 s of them. */
  limitMs?: number;
  /** Heap of a thread. Megabytes; a page of 10,000 clips takes about 250. */
  heapMb?: number;
}

interface Job {
  id: number;
  task: ThreadTask;
  gone: AbortSignal | undefined;
  resolve(answer: HeldAnswer): void;
  reject(reason: unknown): void;
  /** Whether its outcome is unknown if its thread ends. */
  saving: boolean;
  begunMs: number;
}

interface Thread {
  worker: Worker;
  /** What it works on. */
  job: Job | null;
  /** Those that wait for a node. */
  aside: Map<number, Job>;
  /** False while it starts: that takes seconds on a busy machine, and its first call is not at fault. */
  ready: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Makes a pool. A thread takes 0.6 s to start and about 90 MB. */
export function createThreadPool({
  settings,
  metrics,
  threads: most = Math.max(1, availableParallelism() - 1),
  warm = true,
  places = 32,
  unsentBytes: mostUnsent = 128_000_000,
  limitMs = 20_000,
  heapMb = 512,
}: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>();
  const waiting = createTurns<Job>();
  /** Calls that are here, by account. */
  const held = new Map<string, number>();
  let unsentBytes = 0;
  let lastId = 0;
  let closed = false;

  function startThread(): Thread {
    const worker = new Worker(new URL('../thread-side/thread-main.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      workerData: settings,
      // What it needs is in its settings; what was compiled before makes it start three times as fast.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    });
    const thread: Thread = { worker, job: null, aside: new Map(), ready: false, timer: undefined };
    worker.on('message', (message: ThreadMessage) => hear(thread, message));
    worker.on('error', (cause) => lose(thread, (job) => crash(job, cause)));
    worker.on('exit', () => lose(thread, closing));
    // An idle thread does not keep the process alive.
    worker.unref();
    threads.add(thread);
    return thread;
  }

  function hear(thread: Thread, message: ThreadMessage): void {
    if (message.kind === 'ready') {
      thread.ready = true;
      if (thread.job) watch(thread, thread.job);
      return;
    }
    const job = thread.job?.id === message.id ? thread.job : thread.aside.get(message.id);
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
    thread.aside.delete(job.id);
    if (message.kind === 'waiting') {
      thread.aside.set(job.id, job);
      if (message.for === 'node') endWhenGone(thread, job);
    }
    if (message.kind === 'done') answer(job, message.answer, seconds);
    if (message.kind === 'failed')
      end(job, 'failed', new FramemillError('internal_error', FAULT, {}, { cause: message.reason }));
    assign();
  }

  /** Ends a job that waits for a node once nobody waits for it: the node then ends its work, too. */
  function endWhenGone(thread: Thread, job: Job): void {
    const { id, gone } = job;
    if (!gone) return;
    const leaveNode = () => {
      if (!thread.aside.delete(id)) return;
      tell(thread, { kind: 'gone', id });
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
  function forget(job: Job, reason: unknown): void {
    const { accountId, plan } = job.task.caller;
    if (!waiting.remove(accountId, job)) return;
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
    for (const job of thread.aside.values()) end(job, 'stopped', closing());
    void thread.worker.terminate();
    assign();
  }

  function assign(): void {
    while (!closed) {
      const idle = [...threads].find(({ job }) => job === null);
      if (!idle && threads.size >= most) return;
      const running = new Set([...threads].map(({ job }) => job?.task.caller.accountId));
      const job = waiting.take((accountId) => !running.has(accountId));
      if (!job) return;
      start(idle ?? startThread(), job);
    }
  }

  function start(thread: Thread, job: Job): void {
    const plan = job.task.caller.plan.id;
    metrics?.heavyCalls.dec({ plan, state: 'waiting' });
    metrics?.heavyCalls.inc({ plan, state: 'running' });
    job.begunMs = performance.now();
    thread.job = job;
    tell(thread, { kind: 'run', id: job.id, task: job.task });
    if (thread.ready) watch(thread, job);
  }

  function tell({ worker }: Thread, order: ThreadOrder): void {
    worker.postMessage(order);
  }

  function watch(thread: Thread, job: Job): void {
    job.begunMs = performance.now();
    thread.timer = setTimeout(() => lose(thread, () => tooLong(limitMs)), limitMs);
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
        const job: Job = { id: lastId, task, gone, resolve, reject, saving: false, begunMs: 0 };
        waiting.add(accountId, job);
        gone?.addEventListener('abort', () => forget(job, gone.reason), { once: true });
        assign();
      }),
    async close() {
      closed = true;
      for (const job of waiting.drain()) job.reject(closing());
      const ended = [...threads].map(({ worker }) => worker.terminate());
      for (const thread of [...threads]) lose(thread, closing);
      await Promise.all(ended);
    },
  };
}

const FAULT = 'The request failed inside the service.';

function tooLong(ms: number): FramemillError {
  const message = `The request ran longer than ${ms} ms and was stopped; nothing was changed. Do less in one request.`;
  return new FramemillError('invalid_request', message);
}

function crash({ saving }: Job, cause: Error): FramemillError {
  if (!saving && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The request took too much memory and was stopped; nothing was changed. Do less in one request.';
    return new FramemillError('invalid_request', message, {}, { cause });
  }
  return new FramemillError('internal_error', FAULT, {}, { cause });
}

/** What is answered when there is no room. */
export function tooMany(): FramemillError {
  const message = 'Too many requests on large projects are waiting. Nothing was changed; try again later.';
  return new FramemillError('unavailable', message);
}

function closing(): FramemillError {
  return new FramemillError('unavailable', 'The service is stopping. Try again later.');
}

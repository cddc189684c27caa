import { Worker } from 'node:worker_threads';
import { FramemillError } from '@framemill/timeline';
import { type BatchJob, type BatchJobOutcome, longestRunMs } from './batch-job.ts';

/** What the thread of `batch-worker.ts` says. */
export type BatchReply =
  | { kind: 'ready' }
  | { kind: 'done'; outcome: BatchJobOutcome }
  /** A fault of the service's code. */
  | { kind: 'failed'; reason: string };

/** Threads that run scripts and large batches, so that neither holds up the API. */
export interface BatchPool {
  /**
   * Runs a batch; of one account one at a time. Throws `invalid_request` when its thread had to be ended (time or
   * memory), `unavailable` when too many wait, `internal_error` for faults of the service.
   */
  run(accountId: string, batch: BatchJob): Promise<BatchJobOutcome>;
  /** Ends all threads. What still runs or waits fails with `unavailable`. */
  close(): Promise<void>;
}

export interface BatchPoolOptions {
  /** Threads at most. */
  threads?: number;
  /** Whether the first starts at once (default) and not when it is needed, as the others do. */
  warm?: boolean;
  /** Batches that may wait for a thread; a quarter of them may be of one account. */
  waiting?: number;
  /** Longest run of a batch before its thread is ended. Milliseconds. */
  limitMs?: (batch: BatchJob) => number;
  /** Heap of a thread. Megabytes; a document of 10,000 clips takes about 20. */
  heapMb?: number;
}

interface Job {
  accountId: string;
  batch: BatchJob;
  resolve(outcome: BatchJobOutcome): void;
  reject(error: FramemillError): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** False while it starts: that takes seconds on a busy machine, and its first batch is not to blame. */
  ready: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Makes a pool. A thread takes 0.5 s to start and about 60 MB. */
export function createBatchPool({
  threads: most = 2,
  warm = true,
  waiting: mostWaiting = 32,
  limitMs = longestRunMs,
  heapMb = 512,
}: BatchPoolOptions = {}): BatchPool {
  const threads = new Set<Thread>();
  const queue: Job[] = [];
  let closed = false;

  function startThread(): Thread {
    const worker = new Worker(new URL('./batch-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // Only what it needs: nothing in it reads settings or secrets.
      env: {},
    });
    const thread: Thread = { worker, job: null, ready: false, timer: undefined };
    worker.on('message', (message: BatchReply) => {
      if (message.kind === 'ready') {
        thread.ready = true;
        if (thread.job) watch(thread, thread.job);
        return;
      }
      const job = release(thread);
      if (message.kind === 'done') job?.resolve(message.outcome);
      else job?.reject(new FramemillError('internal_error', 'The commands failed.', {}, { cause: message.reason }));
      assign();
    });
    worker.on('error', (cause) => lose(thread, crash(cause)));
    worker.on('exit', () => lose(thread, closing()));
    // An idle thread does not keep the process alive.
    worker.unref();
    threads.add(thread);
    return thread;
  }

  function release(thread: Thread): Job | null {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    return job;
  }

  function lose(thread: Thread, error: FramemillError): void {
    if (!threads.delete(thread)) return;
    release(thread)?.reject(error);
    void thread.worker.terminate();
    assign();
  }

  /** The oldest batch of an account that has none running. */
  function nextJob(): Job | undefined {
    const running = new Set([...threads].map(({ job }) => job?.accountId));
    const index = queue.findIndex(({ accountId }) => !running.has(accountId));
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  function assign(): void {
    while (!closed) {
      const idle = [...threads].find(({ job }) => job === null);
      if (!idle && threads.size >= most) return;
      const job = nextJob();
      if (!job) return;
      start(idle ?? startThread(), job);
    }
  }

  function start(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.postMessage(job.batch);
    if (thread.ready) watch(thread, job);
  }

  function watch(thread: Thread, job: Job): void {
    const ms = limitMs(job.batch);
    thread.timer = setTimeout(() => lose(thread, tooLong(ms)), ms);
  }

  if (warm) startThread();
  return {
    run: (accountId, batch) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closing());
        const own = queue.filter((job) => job.accountId === accountId).length;
        if (queue.length >= mostWaiting || own >= mostWaiting / 4) return reject(tooMany());
        queue.push({ accountId, batch, resolve, reject });
        assign();
      }),
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.reject(closing());
      const ended = [...threads].map((thread) => {
        release(thread)?.reject(closing());
        return thread.worker.terminate();
      });
      threads.clear();
      await Promise.all(ended);
    },
  };
}

function tooLong(ms: number): FramemillError {
  const message = `The commands ran longer than ${ms} ms and were stopped; none was applied. Do less in one request.`;
  return new FramemillError('invalid_request', message, { field: 'body.commands' });
}

function crash(cause: Error): FramemillError {
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The commands took too much memory and were stopped; none was applied. Do less in one request.';
    return new FramemillError('invalid_request', message, { field: 'body.commands' }, { cause });
  }
  return new FramemillError('internal_error', 'The commands failed.', {}, { cause });
}

function tooMany(): FramemillError {
  return new FramemillError('unavailable', 'Too many large edits are waiting. Nothing was applied; try again later.');
}

function closing(): FramemillError {
  return new FramemillError('unavailable', 'The service is stopping. Nothing was applied; try again later.');
}

import { createOutageLog, type Logger, type Redis, type RedisReport } from '@framemill/infra/process';
import {
  isCancelled,
  leaseRefreshMs,
  parseCancelMessage,
  parseStopMessage,
  redisChannels,
  type StopMessage,
} from '@framemill/scheduler/protocol';
import { JobStopped, type StopKind } from '../jobs/job-kind.ts';
import { every, type Repeated, within } from '../queue/timers.ts';

interface RunningJob {
  jobId: string;
  renderId: string | null;
  /** Whether the job takes one of the node's render slots. */
  slot: boolean;
  framesDone: number;
  /** Whether the job waits for a render child. */
  waiting: boolean;
  controller: AbortController;
  /** Time in ms at which the job's render was cancelled; null when it was not. */
  cancelledAtMs: number | null;
}

/**
 * Registry of the jobs that this node is running. The node publishes these jobs in its lease (sign of life in Redis),
 * and cancels jobs through this registry.
 */
export interface RunningJobs {
  /** Registers a job. Aborting `outside`, the signal of BullMQ, also stops the job. */
  add(
    job: { jobId: string; renderId: string | null; slot: boolean },
    outside: AbortSignal | undefined,
  ): {
    signal: AbortSignal;
    reportFrames: (done: number) => void;
    reportWaiting: (waiting: boolean) => void;
    remove: () => void;
  };
  /** Stops the jobs of a render. Returns the number of jobs that had not been stopped before. */
  stopRender(renderId: string): number;
  stopJob(jobId: string, kind: StopKind): void;
  /** Stops all running jobs, and any job that is added later. */
  stopAll(kind: StopKind): void;
  /** Returns the ids of the renders of running jobs, each once. */
  renders(): string[];
  list(): { jobId: string; framesDone: number; waiting?: boolean }[];
  /** Returns the number of jobs on render slots. */
  busySlots(): number;
  /** Resolves when no job is running. */
  idle(): Promise<void>;
}

/**
 * Creates an empty registry of jobs. `onCancelled` is called with the time in ms from the cancellation of a job to its
 * end, including that of its render child.
 */
export function createRunningJobs(onCancelled: (ms: number) => void = () => undefined): RunningJobs {
  const jobs = new Map<string, RunningJob>();
  const waitingForIdle: (() => void)[] = [];
  let stopped: StopKind | null = null;

  const stop = (job: RunningJob, kind: StopKind) => {
    if (kind === 'cancelled') job.cancelledAtMs ??= performance.now();
    job.controller.abort(new JobStopped(kind));
  };

  return {
    add({ jobId, renderId, slot }, outside) {
      const controller = new AbortController();
      const job: RunningJob = { jobId, renderId, slot, framesDone: 0, waiting: false, controller, cancelledAtMs: null };
      // The same job id again means that its lock passed to a second attempt on this node: the first one has lost it.
      const earlier = jobs.get(jobId);
      if (earlier) stop(earlier, 'lock-lost');
      jobs.set(jobId, job);
      const onOutside = () => stop(job, 'lock-lost');
      if (outside?.aborted) onOutside();
      if (stopped !== null) stop(job, stopped);
      outside?.addEventListener('abort', onOutside, { once: true });
      return {
        signal: job.controller.signal,
        reportFrames: (done) => {
          job.framesDone = Math.max(job.framesDone, done);
        },
        reportWaiting: (waiting) => {
          job.waiting = waiting;
        },
        remove: () => {
          outside?.removeEventListener('abort', onOutside);
          if (jobs.get(jobId) === job) jobs.delete(jobId);
          if (job.cancelledAtMs !== null) onCancelled(performance.now() - job.cancelledAtMs);
          if (jobs.size === 0) for (const resolve of waitingForIdle.splice(0)) resolve();
        },
      };
    },
    stopRender(renderId) {
      const concerned = [...jobs.values()].filter((job) => job.renderId === renderId && !job.controller.signal.aborted);
      for (const job of concerned) stop(job, 'cancelled');
      return concerned.length;
    },
    stopJob(jobId, kind) {
      const job = jobs.get(jobId);
      if (job) stop(job, kind);
    },
    stopAll(kind) {
      stopped = kind;
      for (const job of jobs.values()) stop(job, kind);
    },
    renders: () => [...new Set([...jobs.values()].flatMap((job) => job.renderId ?? []))],
    list: () =>
      [...jobs.values()].map(({ jobId, framesDone, waiting }) => ({
        jobId,
        framesDone,
        ...(waiting ? { waiting } : {}),
      })),
    busySlots: () => [...jobs.values()].filter((job) => job.slot).length,
    idle: () => (jobs.size === 0 ? Promise.resolve() : new Promise((resolve) => waitingForIdle.push(resolve))),
  };
}

/**
 * Calls `onCancel` with the render id of each cancellation, and `onStop` with each job to stop. It subscribes on a
 * Redis connection of its own. Messages are lost while that connection is down, so it also polls the cancel flags of
 * the running renders (`runningRenders`) every second.
 */
export async function listenForCancel(options: {
  redis: Redis;
  runningRenders: () => string[];
  onCancel: (renderId: string) => void;
  onStop: (message: StopMessage) => void;
  report: RedisReport;
  log: Logger;
}): Promise<Repeated> {
  const { redis, log } = options;
  const subscriber = redis.duplicate();
  subscriber.on('error', options.report.onError);
  subscriber.on('message', (channel: string, text: string) => {
    try {
      if (channel === redisChannels.stop) options.onStop(parseStopMessage(text));
      else options.onCancel(parseCancelMessage(text).renderId);
    } catch (error) {
      log.warn({ err: error, text }, 'a message on the cancel channel could not be read');
    }
  });
  await subscriber.subscribe(redisChannels.cancel, redisChannels.stop);
  const look = async () => {
    for (const renderId of options.runningRenders()) {
      if (await within(1_500, 'Reading cancellations', isCancelled(redis, renderId))) options.onCancel(renderId);
    }
  };
  const looking = every(leaseRefreshMs, look, createOutageLog(log, 'cancellations could not be read'));
  return {
    stop: () => {
      looking.stop();
      subscriber.disconnect();
    },
  };
}

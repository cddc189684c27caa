import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import type { QueueWorker } from './queue-worker.ts';
import { every, type Repeated, within } from './timers.ts';

/**
 * Replaces workers that take no jobs although BullMQ reports them as running, as happens when a Redis failover leaves a
 * dead blocking connection. A worker is replaced when it has capacity and the same job waits in its queue at two
 * consecutive checks. When Redis does not answer a ping within 2 s, the connection is reopened first, because a
 * half-open connection causes no error. Recovery takes at most 10 s: two checks and a ping.
 */
export function startWorkerWatchdog(options: {
  redis: Redis;
  workers: readonly QueueWorker[];
  onRecreated: (queue: string) => void;
  log: Logger;
  intervalMs?: number;
}): Repeated {
  const { redis, workers, log } = options;
  const seen = new Map<QueueWorker, string>();

  async function look(): Promise<void> {
    try {
      await within(2_000, 'The Redis ping', redis.ping());
    } catch (error) {
      seen.clear();
      // While the connection reconnects by itself, another reconnect would only start it over.
      if (redis.status !== 'ready') return;
      log.warn({ err: error }, 'Redis does not answer; reconnecting');
      redis.disconnect(true);
      return;
    }
    for (const worker of workers) await listenTo(worker);
  }

  async function listenTo(worker: QueueWorker): Promise<void> {
    const jobId = await within(2_000, `The check of queue ${worker.queue}`, worker.waitingForUs());
    if (jobId === null || seen.get(worker) !== jobId) {
      if (jobId === null) seen.delete(worker);
      else seen.set(worker, jobId);
      return;
    }
    seen.delete(worker);
    log.warn({ queue: worker.queue, jobId }, 'a job waits and the worker has room: making the worker anew');
    worker.recreate();
    options.onRecreated(worker.queue);
  }

  return every(options.intervalMs ?? 3_000, look, createOutageLog(log, 'the queues could not be looked at'));
}

import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import type { QueueWorker } from './queue-worker.ts';
import { every, type Repeated, within } from './timers.ts';

/**
 * Recreates workers that seem to run but take no jobs, as happens after a Redis failover: `isRunning()` returns true
 * while the blocking connection is dead. A worker is recreated when the same job waits in its queue at two consecutive
 * checks while it has capacity. When Redis does not answer a ping within 2 s, the connection is reconnected first:
 * half-open connections give no error by themselves. The worst case from failure to recovery is two checks and a ping,
 * 10 s.
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

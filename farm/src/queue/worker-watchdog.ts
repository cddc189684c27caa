import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import { every, type Repeated } from './every.ts';
import type { QueueWorker } from './queue-worker.ts';
import { within } from './within.ts';

/**
 * Finds workers that look alive and are deaf, as they become after a Redis failover: `isRunning()` says true while the
 * blocking connection is dead. A worker is deaf when the same job waits in its queue at two looks in a row while it has
 * room. It is then made anew. A connection that does not answer a ping within 2 s is reconnected first: half-open
 * connections give no error by themselves. Worst case from deaf to listening: 2 looks and a ping, 10 s.
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
      await within(2_000, 'Redis ping', redis.ping());
    } catch (error) {
      seen.clear();
      // While it reconnects by itself, pushing would only start it over.
      if (redis.status !== 'ready') return;
      log.warn({ err: error }, 'Redis does not answer; reconnecting');
      redis.disconnect(true);
      return;
    }
    for (const worker of workers) await listenTo(worker);
  }

  async function listenTo(worker: QueueWorker): Promise<void> {
    const jobId = await within(2_000, `queue ${worker.queue}`, worker.waitingForUs());
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

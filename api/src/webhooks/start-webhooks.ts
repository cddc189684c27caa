import { createRedis, type Database, type Logger, type Metrics, repeat, reportRedis } from '@framemill/infra';
import { queuePrefix } from '@framemill/scheduler/protocol';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { deliver, type PendingDelivery } from './deliver.ts';
import { createLanes } from './lanes.ts';
import { relayEvents } from './relay-events.ts';
import { RETRY_DELAYS_MS } from './retry-schedule.ts';
import { WEBHOOK_TIMEOUT_MS } from './send-webhook.ts';

/** Name of the queue of deliveries. */
export const webhookQueue = 'webhooks';

/** Connections to receivers that one process holds at a time. */
const CONCURRENCY = 100;
/** A delivery whose lane is full is looked at again after this long, later each time. */
const BUSY_MS = 500;
const BUSY_MAX_MS = 30_000;
const RELAY_MS = 500;
/** Deliveries that should have gone out this long ago are put into the queue again: Redis may have lost them. */
const OVERDUE_MS = 60_000;
const SWEEP_MS = 30_000;
/** How long a delivery that has ended stays in the log, from its making on. */
const KEEP_MS = 30 * 86_400_000;
const PRUNE_MS = 3_600_000;

/** What the delivery of webhooks works with. */
export interface WebhookDeps {
  database: Database;
  redisUrl: string;
  outbound: Outbound;
  secrets: SecretBox;
  /** Public address of the service: records name files below it. */
  apiHost: string;
  log: Logger;
  metrics: Pick<Metrics, 'webhookDeliveries' | 'renders'>;
  /** Otherwise than in production, for tests. */
  options?: { delaysMs?: readonly number[]; timeoutMs?: number; concurrency?: number };
}

/** The delivery of webhooks in this process. */
export interface Webhooks {
  /** Has a pending delivery sent as soon as there is room, also one that waits for its next try. */
  send(delivery: PendingDelivery): Promise<void>;
  /** Passes on what stands in the outbox now; it also happens twice a second. */
  relay(): Promise<void>;
  /** Puts deliveries that the queue has lost back into it; it also happens every 30 s. */
  sweep(now?: Date): Promise<void>;
  /** Forgets deliveries of more than 30 days ago that have ended, and old secrets that no longer sign; it also happens every hour. */
  prune(now?: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts relaying events and delivering them. PostgreSQL holds what is to be delivered; the queue only says when. Any
 * number of processes may do this: a try is one job, named by delivery and number, whoever asks for it how often.
 */
export function startWebhooks(deps: WebhookDeps): Webhooks {
  const { database, redisUrl, outbound, secrets, apiHost, log, metrics, options = {} } = deps;
  const { delaysMs = RETRY_DELAYS_MS, timeoutMs = WEBHOOK_TIMEOUT_MS, concurrency = CONCURRENCY } = options;
  const report = reportRedis(log, 'webhooks');
  const connections = {
    queue: createRedis(redisUrl, 'plain', report),
    worker: createRedis(redisUrl, 'worker', report),
  };
  const queue = new Queue<PendingDelivery>(webhookQueue, { prefix: queuePrefix, connection: connections.queue });
  const parts = { database, outbound, secrets, delaysMs, timeoutMs, lanes: createLanes(), random: Math.random };
  const worker = new Worker<PendingDelivery>(webhookQueue, run, {
    ...{ prefix: queuePrefix, connection: connections.worker, concurrency },
    // Longer than any try, so that none is taken for stalled.
    lockDuration: timeoutMs * 2 + 30_000,
  });
  queue.on('error', report.onError);
  worker.on('error', report.onError);
  worker.on('failed', (job, error) => log.error({ err: error, delivery: job?.data }, 'a delivery failed inside'));
  const stopping = new AbortController();
  const shared = { signal: stopping.signal, log, problem: 'webhooks are not passed on now; trying again' };
  const loops = [
    repeat(relay, { ...shared, everyMs: RELAY_MS }),
    repeat(() => sweep(), { ...shared, everyMs: SWEEP_MS }),
    repeat(() => prune(), { ...shared, everyMs: PRUNE_MS }),
  ];

  async function run(job: Job<PendingDelivery>, token?: string): Promise<void> {
    const { id, tries } = job.data;
    const result = await deliver(parts, job.data);
    if (result.next === 'busy') {
      const waitMs = Math.min(BUSY_MAX_MS, BUSY_MS * 2 ** job.attemptsStarted) * (0.5 + Math.random());
      await job.moveToDelayed(Date.now() + waitMs, token);
      throw new DelayedError();
    }
    if (result.next === 'retry') await add([{ id, tries: tries + 1 }], result.delayMs);
    const outcome = result.next === 'retry' ? 'retried' : result.outcome;
    if (outcome !== null) metrics.webhookDeliveries.inc({ outcome });
  }

  async function add(deliveries: PendingDelivery[], delayMs = 0): Promise<void> {
    const options = { delay: delayMs, removeOnComplete: true, removeOnFail: true };
    // The rest of a delivery, its body above all, is the database's.
    const jobs = deliveries.map(({ id, tries }) => {
      return { name: 'deliver', data: { id, tries }, opts: { ...options, jobId: jobIdOf({ id, tries }) } };
    });
    if (jobs.length > 0) await queue.addBulk(jobs);
  }

  async function send(delivery: PendingDelivery): Promise<void> {
    const waiting = await queue.getJob(jobIdOf(delivery));
    if (await waiting?.isDelayed()) await waiting?.promote();
    else await add([delivery]);
  }

  async function relay(): Promise<void> {
    for (let more = true; more; ) {
      const relayed = await relayEvents(database, apiHost);
      for (const labels of relayed.cancelled) metrics.renders.inc({ ...labels, outcome: 'cancelled' });
      await add(relayed.deliveries);
      more = relayed.more;
    }
  }

  async function sweep(now = new Date()): Promise<void> {
    const overdue = await database.client.webhookDelivery.findMany({
      where: { status: 'PENDING', nextTryAt: { lt: new Date(now.getTime() - OVERDUE_MS) } },
      select: { id: true, tries: true },
      orderBy: { nextTryAt: 'asc' },
      take: 1_000,
    });
    // Those that the queue still has keep their place in it: a job of the same name is not added twice.
    await add(overdue);
  }

  async function prune(now = new Date()): Promise<void> {
    const createdAt = { lt: new Date(now.getTime() - KEEP_MS) };
    await database.client.webhookDelivery.deleteMany({ where: { createdAt, status: { not: 'PENDING' } } });
    const data = { oldSecret: null, oldSecretUntil: null };
    await database.client.webhookEndpoint.updateMany({ where: { oldSecretUntil: { lt: now } }, data });
  }

  return {
    send,
    relay,
    sweep,
    prune,
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await worker.close();
      await queue.close();
      for (const connection of Object.values(connections)) connection.disconnect();
    },
  };
}

function jobIdOf({ id, tries }: PendingDelivery): string {
  return `${id}_${tries}`;
}

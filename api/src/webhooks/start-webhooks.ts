import {
  createRedis,
  type Database,
  type Logger,
  type Metrics,
  repeat,
  reportRedis,
  type Tracing,
} from '@framemill/infra';
import { queuePrefix } from '@framemill/scheduler/protocol';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { deliver, type PendingDelivery } from './deliver.ts';
import { createEndpointSlots } from './endpoint-slots.ts';
import { relayEvents } from './relay-events.ts';
import { RETRY_DELAYS_MS } from './retry-schedule.ts';
import { WEBHOOK_TIMEOUT_MS } from './send-webhook.ts';

/** Name of the BullMQ queue of deliveries. */
export const webhookQueue = 'webhooks';

/** Maximum number of concurrent connections to receivers in one process. */
const CONCURRENCY = 100;
/**
 * Initial delay before a delivery without a free endpoint slot is tried again, in ms. It doubles each time, up to
 * `BUSY_MAX_MS`.
 */
const BUSY_MS = 500;
const BUSY_MAX_MS = 30_000;
const RELAY_MS = 500;
/** Age, in ms, from which an overdue delivery is queued again, because Redis may have lost it. */
const OVERDUE_MS = 60_000;
const SWEEP_MS = 30_000;
/** Age, in ms, from which a completed delivery is deleted from the log. */
const KEEP_MS = 30 * 86_400_000;
const PRUNE_MS = 3_600_000;
/** Maximum number of rows that one statement deletes, so that none runs into its time limit after a long pause. */
const PRUNED_AT_ONCE = 2_000;

/** Dependencies of webhook delivery. */
export interface WebhookDeps {
  database: Database;
  redisUrl: string;
  outbound: Outbound;
  secrets: SecretBox;
  /** Public address of the service, for the file addresses in records. */
  apiHost: string;
  log: Logger;
  metrics: Pick<Metrics, 'webhookDeliveries' | 'webhooksOverdue' | 'renders'>;
  tracing: Tracing;
  /** Values that tests use instead of the production values. */
  options?: { delaysMs?: readonly number[]; timeoutMs?: number; concurrency?: number };
}

/** Component of a process that delivers events to webhooks. */
export interface Webhooks {
  /** Queues a pending delivery to be sent as soon as possible, even when it waits for its next attempt. */
  send(delivery: PendingDelivery): Promise<void>;
  /** Relays the events in the outbox. Also happens twice a second. */
  relay(): Promise<void>;
  /** Queues overdue deliveries again whose queue entry was lost. Also happens every 30 s. */
  sweep(now?: Date): Promise<void>;
  /** Deletes completed deliveries older than 30 days, and expired old secrets. Also happens every hour. */
  prune(now?: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts to relay and deliver events.
 * PostgreSQL stores the deliveries; the queue only schedules them. Any number of processes may run this. Each attempt
 * is one job, whose name consists of the delivery's id and the attempt's number, so that it is queued only once.
 */
export function startWebhooks(deps: WebhookDeps): Webhooks {
  const { database, redisUrl, outbound, secrets, apiHost, log, metrics, tracing, options = {} } = deps;
  const { delaysMs = RETRY_DELAYS_MS, timeoutMs = WEBHOOK_TIMEOUT_MS, concurrency = CONCURRENCY } = options;
  const report = reportRedis(log, 'webhooks');
  const connections = {
    queue: createRedis(redisUrl, 'plain', report),
    worker: createRedis(redisUrl, 'worker', report),
  };
  const queue = new Queue<PendingDelivery>(webhookQueue, { prefix: queuePrefix, connection: connections.queue });
  const parts = {
    database,
    outbound,
    secrets,
    tracing,
    delaysMs,
    timeoutMs,
    endpointSlots: createEndpointSlots(),
    random: Math.random,
  };
  // Prometheus sees no increase in a series whose first value is 1.
  for (const outcome of ['delivered', 'retried', 'failed']) metrics.webhookDeliveries.inc({ outcome }, 0);
  const worker = new Worker<PendingDelivery>(webhookQueue, run, {
    ...{ prefix: queuePrefix, connection: connections.worker, concurrency },
    // Longer than any attempt, so that no job counts as stalled.
    lockDuration: timeoutMs * 2 + 30_000,
  });
  queue.on('error', report.onError);
  worker.on('error', report.onError);
  worker.on('failed', (job, error) => log.error({ err: error, delivery: job?.data }, 'a webhook delivery failed'));
  const stopping = new AbortController();
  const shared = { signal: stopping.signal, log, problem: 'webhook events could not be queued; trying again' };
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
    // All other data of a delivery, above all its body, stays in the database.
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
    metrics.webhooksOverdue.set(overdue.length);
    // Deliveries that are still queued stay where they are: a job of the same name is not added twice.
    await add(overdue);
  }

  async function prune(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEEP_MS);
    for (let pruned = PRUNED_AT_ONCE; pruned === PRUNED_AT_ONCE && !stopping.signal.aborted; ) {
      pruned = await database.client.$executeRaw`
        DELETE FROM "WebhookDelivery" WHERE id = ANY(ARRAY(
          SELECT id FROM "WebhookDelivery" WHERE "createdAt" < ${before}::timestamp AND status <> 'PENDING'
          ORDER BY "createdAt" LIMIT ${PRUNED_AT_ONCE}))`;
    }
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

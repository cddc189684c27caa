import { createHash } from 'node:crypto';
import type { Database, Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import { absoluteUrl } from '../renders/render-schema.ts';
import type { PendingDelivery } from './deliver.ts';
import { isWebhookEvent, webhookBody } from './event-types.ts';

const BATCH = 100;

type Outbox = Pick<
  Prisma.OutboxEventGetPayload<object>,
  'id' | 'type' | 'accountId' | 'renderId' | 'appId' | 'payload' | 'createdAt'
>;
type Endpoint = Prisma.WebhookEndpointGetPayload<object>;

/** Result of `relayEvents`: the deliveries it created, the cancelled renders, and whether more events are waiting. */
export interface Relayed {
  deliveries: PendingDelivery[];
  /**
   * Cancelled renders, to be counted in this process's metrics, because some of the processes that cancel renders have
   * no metrics.
   */
  cancelled: { format: string; plan: string }[];
  /** Whether the outbox may contain more events. */
  more: boolean;
}

/**
 * Takes up to 100 events from the outbox and creates a delivery for each endpoint that subscribes to them.
 * Both happen in one transaction, so each event is relayed exactly once, however many processes do this.
 */
export async function relayEvents({ client }: Database, apiHost: string): Promise<Relayed> {
  // Usually the outbox is empty, which this detects without a transaction.
  const waiting = await client.outboxEvent.findFirst({ where: { consumedAt: null }, select: { id: true } });
  if (waiting === null) return { deliveries: [], cancelled: [], more: false };
  return client.$transaction(async (tx) => {
    const events = await tx.$queryRaw<Outbox[]>`
      SELECT "id", "type", "accountId", "renderId", "appId", "payload", "createdAt" FROM "OutboxEvent"
      WHERE "consumedAt" IS NULL ORDER BY "id" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    if (events.length === 0) return { deliveries: [], cancelled: [], more: false };
    const accountIds = [...new Set(events.map((event) => event.accountId))];
    const batchIds = events.flatMap((event) => batchOf(event) ?? []);
    // Endpoints of other batches are not read: there may be thousands.
    const enabled = { accountId: { in: accountIds }, enabled: true };
    const endpoints = [
      ...(await tx.webhookEndpoint.findMany({ where: { ...enabled, batchId: null } })),
      ...(await tx.webhookEndpoint.findMany({ where: { ...enabled, batchId: { in: batchIds } } })),
    ];
    const rows = events.flatMap((event) => deliveriesOf(event, endpoints, apiHost));
    await tx.webhookDelivery.createMany({ data: rows });
    const ids = events.map((event) => event.id);
    await tx.outboxEvent.updateMany({ where: { id: { in: ids } }, data: { consumedAt: new Date() } });
    const cancelled = await cancelledRenders(tx, events);
    return { deliveries: rows.map(({ id }) => ({ id, tries: 0 })), cancelled, more: events.length === BATCH };
  });
}

async function cancelledRenders(tx: Prisma.TransactionClient, events: Outbox[]): Promise<Relayed['cancelled']> {
  const ids = events.flatMap(({ type, renderId }) => (type === 'render.cancelled' && renderId ? [renderId] : []));
  if (ids.length === 0) return [];
  const select = { format: true, account: { select: { plan: true } } };
  const renders = await tx.render.findMany({ where: { id: { in: ids } }, select });
  return renders.map(({ format, account: { plan } }) => ({ format, plan }));
}

function deliveriesOf(event: Outbox, endpoints: Endpoint[], apiHost: string) {
  const { type } = event;
  if (!isWebhookEvent(type)) return [];
  const eventId = eventIdOf(event);
  const body = webhookBody({ id: eventId, type, createdAt: event.createdAt, record: recordOf(event.payload, apiHost) });
  return endpoints
    .filter((endpoint) => wants(endpoint, event))
    .map(({ id: endpointId }) => ({ id: newId('dlv'), endpointId, eventId, type, body, nextTryAt: new Date() }));
}

function wants({ accountId, events, appId, batchId }: Endpoint, event: Outbox): boolean {
  if (accountId !== event.accountId) return false;
  if (batchId !== null && batchId !== batchOf(event)) return false;
  if (events.length > 0 && !events.includes(event.type)) return false;
  // Most events concern no app. They go to every endpoint of the account.
  return appId === null || event.appId === null || event.appId === appId;
}

/** Returns the id of the batch that an event concerns; null when it concerns none. */
function batchOf({ type, payload }: Outbox): string | null {
  if (type !== 'batch.completed' || typeof payload !== 'object' || payload === null || !('id' in payload)) return null;
  return String(payload.id);
}

// Render events contain a path, because the scheduler does not know the public address.
function recordOf(payload: unknown, apiHost: string): unknown {
  const isRecord = typeof payload === 'object' && payload !== null && 'url' in payload;
  if (!isRecord || typeof payload.url !== 'string') return payload;
  return { ...payload, url: absoluteUrl(apiHost, payload.url) };
}

/**
 * Returns the id of an event, by which receivers recognise a webhook that they get twice. The end of a render always
 * has the same id: if a failover of PostgreSQL loses it, the render ends again. Any other event has its number in the
 * outbox and its time in the id, because a failover may give a number twice. A hash hides how many events there are.
 */
function eventIdOf({ id, type, accountId, renderId, createdAt }: Outbox): string {
  const isEnd = renderId !== null && ends.some((end) => end === type);
  const own = isEnd ? `${type}\n${renderId}` : `${id}\n${createdAt.getTime()}`;
  return `evt_${createHash('sha256').update(`${accountId}\n${own}`).digest('hex').slice(0, 32)}`;
}

/** Events of the end of a render, of which each render has one at most. */
const ends = ['render.completed', 'render.failed', 'render.cancelled'];

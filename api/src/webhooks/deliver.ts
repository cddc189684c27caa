import { type Database, inSpan, type Span, type Tracing } from '@framemill/infra';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { EndpointSlots } from './endpoint-slots.ts';
import { isDelivered, isRetryable, retryDelayMs } from './retry-schedule.ts';
import { sendWebhook, type WebhookTry } from './send-webhook.ts';

/** Dependencies of a delivery attempt. */
export interface DeliverDeps {
  database: Database;
  outbound: Outbound;
  secrets: SecretBox;
  tracing: Tracing;
  endpointSlots: EndpointSlots;
  delaysMs: readonly number[];
  timeoutMs: number;
  random: () => number;
}

/**
 * Result of a delivery attempt, which determines the next step.
 * `done`: the delivery succeeded, failed permanently, or is no longer to be sent. `retry`: another attempt follows
 * after a delay. `busy`: this attempt must be repeated, because the endpoint has no free slot.
 */
export type DeliverResult =
  | { next: 'done'; outcome: 'delivered' | 'failed' | null }
  | { next: 'retry'; delayMs: number }
  | { next: 'busy' };

/** Pending delivery of a webhook event, with the number of its attempts. */
export interface PendingDelivery {
  id: string;
  /** Number of attempts made so far. */
  tries: number;
}

/**
 * Sends a delivery once and stores the outcome. Does nothing when this attempt was already made.
 * While an endpoint is paused, a retry is not sent and ends the delivery. A first attempt is sent even then, because
 * test events and manual redeliveries need it.
 */
export async function deliver(deps: DeliverDeps, { id, tries }: PendingDelivery): Promise<DeliverResult> {
  const { client } = deps.database;
  const delivery = await client.webhookDelivery.findUnique({ where: { id }, include: { endpoint: true } });
  if (delivery?.status !== 'PENDING' || delivery.tries !== tries) return { next: 'done', outcome: null };
  const { endpoint } = delivery;
  if (!endpoint.enabled && delivery.round > 0) return complete(deps, delivery, notMade());
  if (!deps.endpointSlots.enter(endpoint.id)) return { next: 'busy' };
  let durationMs = 0;
  try {
    const { eventId, body } = delivery;
    const open = (stored: string) => deps.secrets.open('WebhookEndpoint', endpoint.id, stored);
    const { secret, oldSecret, oldSecretUntil } = endpoint;
    const secrets = { secret: open(secret), oldSecret: oldSecret === null ? null : open(oldSecret), oldSecretUntil };
    const message = { url: endpoint.url, secrets, eventId, body };
    const span = await webhookSpan(deps, delivery);
    const attempt = await inSpan(span, () => sendWebhook(deps.outbound, message, deps.timeoutMs));
    durationMs = attempt.durationMs;
    return await complete(deps, delivery, attempt);
  } finally {
    deps.endpointSlots.leave(endpoint.id, durationMs);
  }
}

/** Begins the span of an attempt, below the request that ordered the render; null: that is not traced. */
async function webhookSpan(
  { tracing, database }: DeliverDeps,
  { type, body, tries }: { type: string; body: string; tries: number },
): Promise<Span | null> {
  const renderId: unknown = tracing.isOn ? JSON.parse(body).data.render?.id : undefined;
  if (typeof renderId !== 'string') return null;
  const render = await database.client.render.findUnique({
    where: { id: renderId },
    select: { traceparent: true },
  });
  return tracing.begin('webhook', render?.traceparent, {
    kind: 'client',
    attributes: { type, render: renderId, attempt: tries + 1 },
  });
}

/** Returns the log entry of a retry that was not sent, because the endpoint is paused. */
function notMade(): WebhookTry {
  const error = 'The endpoint is paused, so the delivery was not retried.';
  return { startedAt: new Date(), durationMs: 0, outcome: { problem: 'failed' }, error, responseBody: null };
}

async function complete(
  { database, random, delaysMs }: DeliverDeps,
  delivery: { id: string; tries: number; round: number },
  attempt: WebhookTry,
): Promise<DeliverResult> {
  const { id } = delivery;
  const { outcome, startedAt, durationMs, error, responseBody } = attempt;
  const delayMs = isRetryable(outcome) ? retryDelayMs(delivery.round + 1, random(), delaysMs) : null;
  const status = isDelivered(outcome) ? 'DELIVERED' : delayMs === null ? 'FAILED' : 'PENDING';
  const nextTryAt = delayMs === null ? null : new Date(Date.now() + delayMs);
  const number = delivery.tries + 1;
  const answered = 'status' in outcome ? outcome.status : null;
  await database.client.$transaction([
    database.client.webhookAttempt.create({
      data: { deliveryId: id, number, startedAt, durationMs, status: answered, error, responseBody },
    }),
    database.client.webhookDelivery.update({
      where: { id },
      data: { status, tries: number, round: delivery.round + 1, nextTryAt },
    }),
  ]);
  if (delayMs !== null) return { next: 'retry', delayMs };
  return { next: 'done', outcome: status === 'DELIVERED' ? 'delivered' : 'failed' };
}

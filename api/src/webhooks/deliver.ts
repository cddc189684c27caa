import type { Database } from '@framemill/infra';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Lanes } from './lanes.ts';
import { isDelivered, isRetryable, retryDelayMs } from './retry-schedule.ts';
import { sendWebhook, type WebhookTry } from './send-webhook.ts';

/** What a delivery works with. */
export interface DeliverDeps {
  database: Database;
  outbound: Outbound;
  secrets: SecretBox;
  lanes: Lanes;
  delaysMs: readonly number[];
  timeoutMs: number;
  random: () => number;
}

/**
 * What is next after a try: nothing (`done`: delivered, failed for good, or not to be sent any more), another try, or this
 * one again, because the endpoint's lane is full (`busy`).
 */
export type DeliverResult =
  | { next: 'done'; outcome: 'delivered' | 'failed' | null }
  | { next: 'retry'; delayMs: number }
  | { next: 'busy' };

/** A delivery at one of its tries. */
export interface PendingDelivery {
  id: string;
  /** Tries that it has had. */
  tries: number;
}

/**
 * Sends a delivery once and writes down what became of it; nothing when it had that try already. Who pauses an endpoint wants nothing from
 * before tried again there: such a try ends the delivery. The first try is made, as it is for test events and what is sent again by hand.
 */
export async function deliver(deps: DeliverDeps, { id, tries }: PendingDelivery): Promise<DeliverResult> {
  const { client } = deps.database;
  const delivery = await client.webhookDelivery.findUnique({ where: { id }, include: { endpoint: true } });
  if (delivery?.status !== 'PENDING' || delivery.tries !== tries) return { next: 'done', outcome: null };
  const { endpoint } = delivery;
  if (!endpoint.enabled && delivery.round > 0) return complete(deps, delivery, notMade());
  if (!deps.lanes.enter(endpoint.id)) return { next: 'busy' };
  let durationMs = 0;
  try {
    const { eventId, body } = delivery;
    const open = (stored: string) => deps.secrets.open('WebhookEndpoint', endpoint.id, stored);
    const { secret, oldSecret, oldSecretUntil } = endpoint;
    const secrets = { secret: open(secret), oldSecret: oldSecret === null ? null : open(oldSecret), oldSecretUntil };
    const message = { url: endpoint.url, secrets, eventId, body };
    const attempt = await sendWebhook(deps.outbound, message, deps.timeoutMs);
    durationMs = attempt.durationMs;
    return await complete(deps, delivery, attempt);
  } finally {
    deps.lanes.leave(endpoint.id, durationMs);
  }
}

/** What the log shows of a try to an endpoint that is paused. */
function notMade(): WebhookTry {
  const error = 'The endpoint is paused, so this was not tried again.';
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

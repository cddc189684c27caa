import type { OutboxKind } from '@framemill/scheduler';

/** All events of the contract, with the time at which each occurs and the field of `data` that contains its record. */
export const webhookEvents = {
  'render.completed': { record: 'render', when: 'A render finishes' },
  'render.failed': { record: 'render', when: 'A render fails' },
  'render.delivered': { record: 'render', when: 'Every file of a render is at its destination' },
  'render.delivery_failed': {
    record: 'render',
    when: 'A file of a render could not be delivered, after all retries',
  },
  'batch.completed': { record: 'batch', when: 'Every item of a batch has ended' },
  'credits.low': { record: 'credits', when: 'The credit balance is low' },
  'credits.exhausted': { record: 'credits', when: 'The credit balance is used up' },
  'app.suspended': { record: 'app', when: 'The app is suspended' },
  'telegram.end_user.first_seen': { record: 'user', when: 'A chat-bot end user is seen for the first time' },
  'telegram.end_user.blocked': { record: 'user', when: 'A chat-bot end user is blocked' },
  'telegram.end_user.limit_reached': { record: 'user', when: "A chat-bot end user's daily limit is reached" },
} as const satisfies Partial<Record<OutboxKind, { record: string; when: string }>>;

/** Name of an event of the contract. */
export type WebhookEvent = keyof typeof webhookEvents;

/** Names of all events, in the contract's order. */
export const webhookEventNames: WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

/** Whether `name` is an event that is sent to webhooks. All other events stay internal. */
export function isWebhookEvent(name: string): name is WebhookEvent {
  return Object.hasOwn(webhookEvents, name);
}

/** Returns the body of a delivery. It is built once per event, so that every attempt sends the same bytes. */
export function webhookBody(event: { id: string; type: WebhookEvent; createdAt: Date; record: unknown }): string {
  const { id, type, createdAt, record } = event;
  return JSON.stringify({
    id,
    type,
    createdAt: createdAt.toISOString(),
    data: { [webhookEvents[type].record]: record },
  });
}

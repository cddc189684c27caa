/** Events that a webhook endpoint can subscribe to, each with a description of when it is sent. */
export const webhookEvents = [
  ['render.completed', 'A render finishes'],
  ['render.failed', 'A render fails'],
  ['render.delivered', 'Every file is at its destination'],
  ['render.delivery_failed', 'A file could not be delivered'],
  ['batch.completed', 'Every item of a batch has ended'],
  ['credits.low', 'The credit balance is low'],
  ['credits.exhausted', 'The credit balance is used up'],
  ['app.suspended', 'An app is switched off'],
  ['telegram.end_user.first_seen', 'Somebody writes to a bot for the first time'],
  ['telegram.end_user.blocked', 'Somebody is blocked'],
  ['telegram.end_user.limit_reached', "Somebody's daily limit is reached"],
] as const;

/** Name of a webhook event. */
export type WebhookEvent = (typeof webhookEvents)[number][0];

/** Whether `name` is the name of a webhook event. */
export function isWebhookEvent(name: string): name is WebhookEvent {
  return webhookEvents.some(([event]) => event === name);
}

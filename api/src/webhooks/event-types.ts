import type { OutboxKind } from '@framemill/scheduler';

const render = {
  ...{
    id: 'rnd_sample',
    projectId: 'prj_sample',
    progress: 100,
    format: 'mp4',
    resolution: 'full',
    aspect: null,
    quality: 'standard',
  },
  ...{ createdAt: '2026-08-01T12:00:00.000Z', updatedAt: '2026-08-01T12:00:30.000Z' },
};
const delivery = {
  ...{ output: 0, destinationId: 'dst_sample', kind: 's3', attempts: 1, nextTryAt: null },
  ...{ status: 'DELIVERED', url: 's3://our-films/Sample.mp4', error: null, deliveredAt: '2026-08-01T12:00:40.000Z' },
};
const undelivered = {
  ...{ ...delivery, status: 'FAILED', url: null, deliveredAt: null },
  error: 'The secret key does not match the access key. Check secretAccessKey.',
};
const batch = {
  ...{ id: 'bat_sample', projectId: 'prj_sample', name: 'Sample', status: 'COMPLETED', total: 2, progress: 100 },
  ...{ format: 'mp4', quality: 'standard', resolution: 'full', outputs: null, waitingFor: null },
  counts: { queued: 0, pending: 0, processing: 0, completed: 2, failed: 0, cancelled: 0 },
  ...{ frames: { total: 600, rendered: 420 }, segments: { total: 20, reused: 6 } },
  ...{ createdAt: '2026-08-01T12:00:00.000Z', updatedAt: '2026-08-01T12:00:40.000Z' },
  completedAt: '2026-08-01T12:00:40.000Z',
};
const comment = {
  ...{ id: 'cmt_sample', projectId: 'prj_sample', parentId: null, timeSec: 4.2, endSec: null },
  ...{ point: { x: 0.5, y: 0.25 }, text: 'The logo is too small.', author: { via: 'review', name: 'Ada' } },
  ...{ createdAt: '2026-08-01T12:00:00.000Z', updatedAt: '2026-08-01T12:00:00.000Z' },
};
const credits = { perMonth: 6_000, resetsAt: '2026-09-01T00:00:00.000Z' };
const user = {
  ...{ user: 'tg_sample', username: 'sample', firstName: 'Sample', dailyLimit: 20 },
  ...{ firstSeenAt: '2026-08-01T12:00:00.000Z', lastSeenAt: '2026-08-01T12:00:00.000Z' },
};

/**
 * Returns sample records for test events. They have the same fields as real records. `apiHost` is the public address.
 */
export const sampleRecords = (apiHost: string): Record<WebhookEvent, Record<string, unknown>> => ({
  'render.completed': completed(apiHost),
  'render.failed': { ...render, status: 'FAILED', progress: 40, url: null, error: 'a sample failure' },
  'render.delivered': { ...completed(apiHost), deliveries: [delivery] },
  'render.delivery_failed': { ...completed(apiHost), deliveries: [undelivered] },
  'batch.completed': batch,
  'credits.low': { ...credits, remaining: 500 },
  'credits.exhausted': { ...credits, remaining: 0 },
  'app.suspended': { id: 'app_sample', name: 'Sample app', status: 'suspended' },
  'comment.created': { ...comment, resolvedAt: null },
  'comment.resolved': { ...comment, resolvedAt: '2026-08-01T12:10:00.000Z', updatedAt: '2026-08-01T12:10:00.000Z' },
  'telegram.end_user.first_seen': { ...user, blocked: false, usedToday: 0 },
  'telegram.end_user.blocked': { ...user, blocked: true, usedToday: 3 },
  'telegram.end_user.limit_reached': { ...user, blocked: false, usedToday: 20 },
});

function completed(apiHost: string) {
  return { ...render, status: 'COMPLETED', url: `${apiHost}/fixtures/sample.mp4`, error: null, deliveries: null };
}

/**
 * All webhook events of the API contract, by name. `when` says in words when the event occurs. `record` is the name of
 * the field of `data` that contains the event's record.
 */
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
  'comment.created': { record: 'comment', when: 'A comment on a project, or an answer to one, is written' },
  'comment.resolved': { record: 'comment', when: 'A comment on a project is resolved' },
  'telegram.end_user.first_seen': { record: 'user', when: 'A chat-bot end user is seen for the first time' },
  'telegram.end_user.blocked': { record: 'user', when: 'A chat-bot end user is blocked' },
  'telegram.end_user.limit_reached': { record: 'user', when: "A chat-bot end user's daily limit is reached" },
} as const satisfies Partial<Record<OutboxKind, { record: string; when: string }>>;

/** Name of a webhook event of the API contract. */
type WebhookEvent = keyof typeof webhookEvents;

/** Names of all webhook events, in the order of the API contract. */
export const webhookEventNames: WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

/** Whether `name` is an event that is sent to webhooks. All other events are internal. */
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

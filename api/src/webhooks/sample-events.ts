import type { WebhookEvent } from './event-types.ts';

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
const credits = { perMonth: 6_000, resetsAt: '2026-09-01T00:00:00.000Z' };
const user = {
  ...{ user: 'tg_sample', username: 'sample', firstName: 'Sample', dailyLimit: 20 },
  ...{ firstSeenAt: '2026-08-01T12:00:00.000Z', lastSeenAt: '2026-08-01T12:00:00.000Z' },
};

/** Returns sample records for test events, with the fields of real ones. `apiHost` is the public address. */
export const sampleRecords = (apiHost: string): Record<WebhookEvent, Record<string, unknown>> => ({
  'render.completed': completed(apiHost),
  'render.failed': { ...render, status: 'FAILED', progress: 40, url: null, error: 'a sample failure' },
  'render.delivered': { ...completed(apiHost), deliveries: [delivery] },
  'render.delivery_failed': { ...completed(apiHost), deliveries: [undelivered] },
  'batch.completed': batch,
  'credits.low': { ...credits, remaining: 500 },
  'credits.exhausted': { ...credits, remaining: 0 },
  'app.suspended': { id: 'app_sample', name: 'Sample app', status: 'suspended' },
  'telegram.end_user.first_seen': { ...user, blocked: false, usedToday: 0 },
  'telegram.end_user.blocked': { ...user, blocked: true, usedToday: 3 },
  'telegram.end_user.limit_reached': { ...user, blocked: false, usedToday: 20 },
});

function completed(apiHost: string) {
  return { ...render, status: 'COMPLETED', url: `${apiHost}/fixtures/sample.mp4`, error: null, deliveries: null };
}

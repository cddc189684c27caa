import type { Database } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { appRecord } from './app-record.ts';

/** Changes that an operator makes to an app. Absent fields keep their values. */
export interface AppChange {
  status?: 'approved' | 'rejected' | 'suspended';
  reviewNote?: string | null;
  scopes?: string[];
  throttled?: boolean;
}

/**
 * Changes an app and returns its record. Running services follow within 5 s.
 * A suspension is published as the event `app.suspended`. Throws `not_found`, and `invalid_request` for a verdict on an
 * app that is not in review.
 */
export function changeApp({ client }: Database, id: string, change: AppChange) {
  return client.$transaction(async (tx) => {
    // Locked until the transaction ends: the developer may submit the app, or another operator decide, at the same
    // time.
    await tx.$queryRaw`SELECT 1 FROM "App" WHERE "id" = ${id} FOR UPDATE`;
    const before = await tx.app.findUnique({ where: { id }, select: { status: true } });
    if (!before) throw new FramemillError('not_found', `There is no app ${id}. See "app list".`);
    if (change.status === 'approved' || change.status === 'rejected') checkVerdict(before.status, change.status);
    const row = await tx.app.update({ where: { id }, data: change });
    const { accountId, name, status } = row;
    if (status === 'suspended' && before.status !== status) {
      await recordEvent(tx, { type: 'app.suspended', accountId, appId: id, payload: { id, name, status } });
    }
    return appRecord(row);
  });
}

// Approving also changes the scope ceiling of an approved app, and reactivates a suspended one.
const verdictStates = { approved: ['in_review', 'approved', 'suspended'], rejected: ['in_review'] };

function checkVerdict(status: string, verdict: keyof typeof verdictStates): void {
  if (verdictStates[verdict].includes(status)) return;
  const remedies: Record<string, string> = {
    approved: 'To block it, run "app suspend".',
    suspended: 'It stays suspended until you run "app approve".',
  };
  const remedy = remedies[status] ?? 'Its developer must submit it first.';
  throw new FramemillError('invalid_request', `The app is ${status}, not in review. ${remedy}`);
}

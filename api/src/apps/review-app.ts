import type { Database } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { appRecord } from './app-record.ts';

/** What an operator changes of an app. Absent fields stay. */
export interface AppChange {
  status?: 'approved' | 'rejected' | 'suspended';
  reviewNote?: string | null;
  scopes?: string[];
  throttled?: boolean;
}

/**
 * Changes an app and returns its record; running services follow within 5 s. Switching it off is told by the event
 * `app.suspended`. Throws `not_found`, and `invalid_request` for a verdict on an app that does not wait for one.
 */
export function changeApp({ client }: Database, id: string, change: AppChange) {
  return client.$transaction(async (tx) => {
    // Held until the end: its developer may hand it in, or another operator decide, at this moment.
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

// An approval also gives an approved app another ceiling, and switches a suspended one on again.
const verdictStates = { approved: ['in_review', 'approved', 'suspended'], rejected: ['in_review'] };

function checkVerdict(status: string, verdict: keyof typeof verdictStates): void {
  if (verdictStates[verdict].includes(status)) return;
  const remedies: Record<string, string> = {
    approved: 'Switch it off with "app suspend".',
    suspended: 'It stays switched off until "app approve".',
  };
  const remedy = remedies[status] ?? 'Its developer hands it in first.';
  throw new FramemillError('invalid_request', `The app is ${status}, not in review. ${remedy}`);
}

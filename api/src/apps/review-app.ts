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
 * `app.suspended`. Throws `not_found`.
 */
export function changeApp({ client }: Database, id: string, change: AppChange) {
  return client.$transaction(async (tx) => {
    const before = await tx.app.findUnique({ where: { id }, select: { status: true } });
    if (!before) throw new FramemillError('not_found', `There is no app ${id}. See "app list".`);
    const row = await tx.app.update({ where: { id }, data: change });
    const { accountId, name, status } = row;
    if (status === 'suspended' && before.status !== status) {
      await recordEvent(tx, { type: 'app.suspended', accountId, appId: id, payload: { id, name, status } });
    }
    return appRecord(row);
  });
}

import { type RenderRecord, renderRecord } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';

/** The same answer for a render that does not exist and for one of somebody else. */
export function renderNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such render.');
}

/** Throws `not_found` unless it is a render of the account, or a further output of one. */
export async function requireRender(
  { database }: Pick<ApiDeps, 'database'>,
  accountId: string,
  id: string,
): Promise<void> {
  const where = { id, accountId };
  if (!isIdLike(id) || (await database.client.render.count({ where })) === 0) throw renderNotFound();
}

/** What the scheduler keeps of a render in Redis. */
export interface RenderMirror {
  accountId: string;
  record: RenderRecord;
}

/**
 * The account's render: from its mirror when there is one, otherwise from the database. Throws `not_found`, also for a
 * mirror of another account.
 */
export async function findRender(
  deps: ApiDeps,
  accountId: string,
  id: string,
  mirrorText: string | null,
): Promise<RenderRecord> {
  if (!isIdLike(id)) throw renderNotFound();
  const mirror = mirrorText === null ? null : parseMirror(mirrorText);
  // Another account's mirror is passed over, not answered at once: the time would tell that there is such a render.
  if (mirror?.accountId === accountId) return mirror.record;
  const row = await deps.database.client.render.findFirst({ where: { id, accountId, parentId: null } });
  if (!row) throw renderNotFound();
  return renderRecord(row);
}

// Only the scheduler writes these keys, and this runs thousands of times a second: the outline is checked, not each field.
function parseMirror(text: string): RenderMirror | null {
  const mirror: Partial<RenderMirror> | null = JSON.parse(text);
  return mirror?.accountId !== undefined && mirror.record !== undefined ? (mirror as RenderMirror) : null;
}

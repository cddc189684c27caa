import { type RenderRecord, renderRecord } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';

/** Creates the error for a missing render. Another account's render gets the same error. */
export function renderNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such render. Check its id.');
}

/** Throws `not_found` unless the id is a render of the account or an additional output of one. */
export async function requireRender(
  { database }: Pick<ApiDeps, 'database'>,
  accountId: string,
  id: string,
): Promise<void> {
  const where = { id, accountId };
  if (!isIdLike(id) || (await database.client.render.count({ where })) === 0) throw renderNotFound();
}

/** Copy of a render's record that the scheduler stores in Redis. */
export interface RenderMirror {
  accountId: string;
  record: RenderRecord;
}

/**
 * Returns the account's render from its Redis copy or, without one, from the database.
 * Throws `not_found`. A copy that belongs to another account is ignored.
 */
export async function findRender(
  deps: ApiDeps,
  accountId: string,
  id: string,
  mirrorText: string | null,
): Promise<RenderRecord> {
  if (!isIdLike(id)) throw renderNotFound();
  const mirror = mirrorText === null ? null : parseMirror(mirrorText);
  // Another account's copy is ignored rather than refused at once: the response time would reveal that the render
  // exists.
  if (mirror?.accountId === accountId) return mirror.record;
  const row = await deps.database.client.render.findFirst({ where: { id, accountId, parentId: null } });
  if (!row) throw renderNotFound();
  return renderRecord(row);
}

// Only the scheduler writes these keys, and this runs thousands of times a second, so not every field is validated.
function parseMirror(text: string): RenderMirror | null {
  const mirror: Partial<RenderMirror> | null = JSON.parse(text);
  return mirror?.accountId !== undefined && mirror.record !== undefined ? (mirror as RenderMirror) : null;
}

import { queuePosition, type RenderRecord, readMirror, renderRecord } from '@framemill/scheduler';
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

/**
 * Returns the account's render from `mirrorText`, its copy in Redis, or from the database (a read by primary key) when
 * that copy is missing, expired or another account's. Throws `not_found`.
 */
export async function findRender(
  { database }: Pick<ApiDeps, 'database'>,
  accountId: string,
  id: string,
  mirrorText: string | null,
): Promise<RenderRecord> {
  if (!isIdLike(id)) throw renderNotFound();
  // Another account's copy is ignored rather than refused at once: the response time would reveal that the render
  // exists.
  const mirrored = readMirror(mirrorText, accountId);
  if (mirrored !== null) return mirrored;
  const row = await database.client.render.findFirst({ where: { id, accountId, parentId: null } });
  if (!row) throw renderNotFound();
  return renderRecord(row, { queuePosition: await queuePosition(database, row) });
}

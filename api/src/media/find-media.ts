import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { type MediaRow, withIngests } from './media-record.ts';

/** A media file of the account. Throws `not_found`, also for one of somebody else. */
export async function findMedia({ database }: ApiDeps, accountId: string, id: string): Promise<MediaRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.media.findFirst({ where, include: withIngests }) : null;
  if (!row) throw new FramemillError('not_found', 'There is no such media file.');
  return row;
}

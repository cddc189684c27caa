import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { type MediaRow, withIngests } from './media-record.ts';

/** Returns a media file of the account. Throws `not_found` for an unknown id and for another account's file. */
export async function findMedia({ database }: ApiDeps, accountId: string, id: string): Promise<MediaRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.media.findFirst({ where, include: withIngests }) : null;
  if (!row) throw new FramemillError('not_found', 'There is no such media file. Check its id.');
  return row;
}

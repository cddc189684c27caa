import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import type { DestinationRow } from './stored-target.ts';

/** Creates the error for a missing destination. A destination of another account gets the same error. */
export function destinationNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such destination. Check its id.');
}

/** Finds a destination of the account. Throws `not_found`. */
export async function findDestination({ database }: ApiDeps, accountId: string, id: string): Promise<DestinationRow> {
  const where = { id, accountId, listed: true };
  const row = isIdLike(id) ? await database.client.destination.findFirst({ where }) : null;
  if (!row) throw destinationNotFound();
  return row;
}

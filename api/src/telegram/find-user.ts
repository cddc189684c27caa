import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { TelegramUserRow } from './user-record.ts';

/**
 * Returns the filter for end users that a credential may access: those of its app, or those of all apps of the account
 * when it belongs to no app.
 */
export function endUsersOf({ accountId, credential: { appId } }: Caller) {
  return { accountId, ...(appId === null ? {} : { appId }) };
}

/** Finds an end user of the caller. Throws `not_found`, with the same error for another account's end user. */
export async function findTelegramUser(
  { database }: ApiDeps,
  caller: Caller,
  userId: string,
): Promise<TelegramUserRow> {
  const isId = /^\d{1,20}$/.test(userId);
  const row = isId ? await database.client.telegramUser.findFirst({ where: { ...endUsersOf(caller), userId } }) : null;
  if (row === null) throw new FramemillError('not_found', 'There is no such end user. Check the id.');
  return row;
}

import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import type { TelegramUserRow } from './user-record.ts';

/** Whose end users a credential sees: those of its app; those of all apps of the account when it is of none. */
export function endUsersOf({ accountId, credential: { appId } }: Caller) {
  return { accountId, ...(appId === null ? {} : { appId }) };
}

/** An end user of the caller. Throws `not_found`, the same for somebody else's. */
export async function findTelegramUser(
  { database }: ApiDeps,
  caller: Caller,
  userId: string,
): Promise<TelegramUserRow> {
  const isId = /^\d{1,20}$/.test(userId);
  const row = isId ? await database.client.telegramUser.findFirst({ where: { ...endUsersOf(caller), userId } }) : null;
  if (row === null) throw new FramemillError('not_found', 'There is no such end user.');
  return row;
}

import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';

/** Record of an app's bot as its developer sees it. The token is never included. */
export const BotSchema = Type.Object({
  appId: Type.String(),
  username: Type.String({ description: 'People find it at https://t.me/<username>.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});

/** Converts a row to the record of the API. */
export function botRecord(row: Prisma.TelegramBotGetPayload<object>): Static<typeof BotSchema> {
  const { appId, username, createdAt, updatedAt } = row;
  return { appId, username, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** Finds the bot of an account's app. Throws `not_found`, with the same error for another account's app. */
export async function findBot({ database }: Pick<ApiDeps, 'database'>, accountId: string, appId: string) {
  const row = await database.client.telegramBot.findFirst({ where: { appId, app: { accountId } } });
  if (!row) throw new FramemillError('not_found', 'The app has no Telegram bot.');
  return row;
}

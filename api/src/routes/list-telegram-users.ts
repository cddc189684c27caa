import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { defineRoute } from '../routing/define-route.ts';
import { endUsersOf } from '../telegram/find-user.ts';
import { TelegramUserSchema, telegramUserRecord } from '../telegram/user-record.ts';

/** Route that lists the end users of a bot: GET /v1/telegram/users. */
export const listTelegramUsers = defineRoute({
  name: 'list-telegram-users',
  method: 'GET',
  path: '/telegram/users',
  scope: 'telegram.users.read',
  summary: "List a bot's end users",
  description: "The people who wrote to the bot of the credential's app, who came last first.",
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    users: Type.Array(TelegramUserSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, caller }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.telegramUser.findMany({
      where: { ...endUsersOf(caller), ...afterCursor(query.cursor, 'tgu') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { users: page.map((row) => telegramUserRecord(row)), nextCursor };
  },
});

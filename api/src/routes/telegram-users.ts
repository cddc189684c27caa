import { recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { admit } from '../limiter/limiter.ts';
import { defineRoute } from '../routing/define-route.ts';
import { endUsersOf, findTelegramUser, TelegramUserSchema, telegramUserRecord } from '../telegram/end-users.ts';

/** Route that lists the end users of a bot: GET /v1/telegram/users. */
export const listTelegramUsers = defineRoute({
  name: 'list-telegram-users',
  method: 'GET',
  path: '/telegram/users',
  access: 'telegram.users.read',
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

/** Route that reads an end user of a bot: GET /v1/telegram/users/{user}. */
export const getTelegramUser = defineRoute({
  name: 'get-telegram-user',
  method: 'GET',
  path: '/telegram/users/:user',
  access: 'telegram.users.read',
  summary: "One of a bot's end users",
  description: "`user` is Telegram's id of the person.",
  params: Type.Object({ user: Type.String() }),
  status: 200,
  answer: Type.Object({ user: TelegramUserSchema }),
  errors: ['not_found'],
  examples: [{ title: 'An end user' }],
  async handle({ params, caller }, deps) {
    return { user: telegramUserRecord(await findTelegramUser(deps, caller, params.user)) };
  },
});

/**
 * Rate limit for changes of end users, per app and 60 s. All keys of the app share it, and it does not depend on the
 * plan.
 */
const UPDATE_BUCKET = { name: 'telegram_users', limit: 120 };

/** Route that blocks an end user or changes their daily limit: PATCH /v1/telegram/users/{user}. */
export const updateTelegramUser = defineRoute({
  name: 'update-telegram-user',
  method: 'PATCH',
  path: '/telegram/users/:user',
  access: 'telegram.users.write',
  liveOnly: true,
  summary: 'Block an end user, or change their daily limit',
  description: 'Live keys only, 120 a minute for an app. Blocking somebody sends `telegram.end_user.blocked`.',
  params: Type.Object({ user: Type.String() }),
  body: Type.Object({
    blocked: Type.Optional(Type.Boolean()),
    dailyLimit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: 'Films a day (UTC).' })),
  }),
  status: 200,
  answer: Type.Object({ user: TelegramUserSchema }),
  errors: ['not_found', 'insufficient_scope'],
  examples: [{ title: 'Three films a day', body: { dailyLimit: 3 } }],
  async handle({ params, body, caller }, deps) {
    const { accountId, credential } = caller;
    const { blocked, dailyLimit } = body;
    if (blocked === undefined && dailyLimit === undefined) {
      const message = 'The body has neither blocked nor dailyLimit. Send one of them or both.';
      throw new FramemillError('invalid_request', message, { field: 'body' });
    }
    await admit(deps.limiter, credential.appId ?? accountId, UPDATE_BUCKET, deps.metrics);
    const found = await findTelegramUser(deps, caller, params.user);
    const row = await deps.database.client.$transaction(async (tx) => {
      // An end user who is blocked again gets the notice again.
      const data = {
        blocked,
        dailyLimit,
        ...(blocked === undefined ? {} : { blockedTold: found.blocked && blocked && found.blockedTold }),
      };
      const changed = await tx.telegramUser.update({ where: { id: found.id }, data });
      if (blocked === true && !found.blocked) {
        const payload = telegramUserRecord(changed);
        await recordEvent(tx, { type: 'telegram.end_user.blocked', accountId, appId: changed.appId, payload });
      }
      return changed;
    });
    return { user: telegramUserRecord(row) };
  },
});

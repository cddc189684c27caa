import { Type } from '@framemill/timeline/typebox';
import { defineRoute } from '../routing/define-route.ts';
import { findTelegramUser } from '../telegram/find-user.ts';
import { TelegramUserSchema, telegramUserRecord } from '../telegram/user-record.ts';

/** Route that reads an end user of a bot: GET /v1/telegram/users/{user}. */
export const getTelegramUser = defineRoute({
  name: 'get-telegram-user',
  method: 'GET',
  path: '/telegram/users/:user',
  scope: 'telegram.users.read',
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

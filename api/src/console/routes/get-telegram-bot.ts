import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { BotSchema, botRecord, findBot } from '../../telegram/bot-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/apps/{id}/telegram`: returns the Telegram bot of an app, without its token. */
export const getTelegramBot = defineConsoleRoute({
  name: 'get-telegram-bot',
  method: 'GET',
  path: '/api/developer/apps/:id/telegram',
  access: 'session',
  summary: 'The Telegram bot of an app, without its token',
  params: IdParams,
  status: 200,
  answer: Type.Object({ bot: BotSchema }),
  errors: ['not_found'],
  examples: [{ title: 'The bot' }],
  async handle({ params: { id }, session: { accountId } }, deps) {
    return { bot: botRecord(await findBot(deps, accountId, id)) };
  },
});

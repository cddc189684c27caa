import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { createBotApi } from '../../telegram/bot-api.ts';
import { findBot } from '../../telegram/bot-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `DELETE /api/developer/apps/{id}/telegram`: disconnects the Telegram bot of an app. */
export const disconnectTelegramBot = defineConsoleRoute({
  name: 'disconnect-telegram-bot',
  method: 'DELETE',
  path: '/api/developer/apps/:id/telegram',
  access: 'session',
  summary: 'Disconnect the Telegram bot of an app and forget its token; its end users stay',
  params: IdParams,
  status: 200,
  answer: Type.Object({ appId: Type.String(), deleted: Type.Boolean() }),
  errors: ['not_found'],
  examples: [{ title: 'Disconnect' }],
  async handle({ params: { id: appId }, session: { accountId } }, deps) {
    const { id, token } = await findBot(deps, accountId, appId);
    await deps.database.client.telegramBot.delete({ where: { id } });
    const api = createBotApi({ ...deps, base: deps.telegramApi });
    // Fails when the token was revoked or cannot be decrypted. Updates that Telegram sends afterwards are refused here.
    await Promise.resolve()
      .then(() => api.call(deps.secrets.open('TelegramBot', id, token), 'deleteWebhook', {}))
      .catch((error: unknown) => deps.log.info({ err: error, app: appId }, 'the webhook of a bot was not removed'));
    return { appId, deleted: true };
  },
});

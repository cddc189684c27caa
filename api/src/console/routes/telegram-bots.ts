import { randomBytes } from 'node:crypto';
import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { requireLiveAccess } from '../../apps/require-live-access.ts';
import type { ApiDeps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { BOT_TOKEN, createBotApi } from '../../telegram/bot-api.ts';
import { missingScopes } from '../../telegram/bot-owner.ts';
import { commands } from '../../telegram/stages/meet.ts';
import { TelegramError } from '../../telegram/telegram-error.ts';
import { webhookPath } from '../../telegram/webhook.ts';

/** Record of an app's bot as its developer sees it. The token is never included. */
const BotSchema = Type.Object({
  appId: Type.String(),
  username: Type.String({ description: 'People find it at https://t.me/<username>.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});

/** Converts a bot's database row to the record that API responses contain. */
function botRecord(row: Prisma.TelegramBotGetPayload<object>): Static<typeof BotSchema> {
  const { appId, username, createdAt, updatedAt } = row;
  return { appId, username, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function appNotFound(id: string): FramemillError {
  return new FramemillError('not_found', `There is no app ${id}. Check the id.`);
}

/** Finds the bot of an account's app. Throws `not_found`, with the same error for another account's app. */
async function findBot({ database }: Pick<ApiDeps, 'database'>, accountId: string, appId: string) {
  const row = await database.client.telegramBot.findFirst({ where: { appId, app: { accountId } } });
  if (!row)
    throw new FramemillError(
      'not_found',
      'The app has no Telegram bot. Connect one with PUT /api/developer/apps/{id}/telegram.',
    );
  return row;
}

/** Route `PUT /api/developer/apps/{id}/telegram`: connects a Telegram bot to an app, or replaces its token. */
export const connectTelegramBot = defineRoute({
  name: 'connect-telegram-bot',
  method: 'PUT',
  path: '/api/developer/apps/:id/telegram',
  access: 'session',
  summary: 'Connect a Telegram bot to an approved app, or give it a new token; the token is never shown again',
  params: IdParams,
  body: Type.Object({
    token: Type.String({ pattern: BOT_TOKEN, description: 'What BotFather gave for the bot.' }),
  }),
  status: 200,
  answer: Type.Object({ bot: BotSchema }),
  errors: ['not_found', 'plan_required', 'insufficient_scope', 'provider_error'],
  conflicts: ['bot_connected', 'agreement_required', 'app_not_approved'],
  examples: [{ title: 'A bot', body: { token: '123456789:AAExampleExampleExampleExampleExampl' } }],
  async handle({ params: { id: appId }, body: { token }, session: { accountId } }, deps) {
    const { client } = deps.database;
    const app = await client.app.findFirst({ where: { id: appId, accountId }, include: { telegramBot: true } });
    if (!app) throw appNotFound(appId);
    await requireLiveAccess(deps, accountId, appId);
    const [scope] = missingScopes(app.scopes);
    if (scope) {
      const message = `A bot needs the scope ${scope}, which this app does not have. Use an app with this scope.`;
      throw new FramemillError('insufficient_scope', message, { scope, granted: app.scopes });
    }
    const api = createBotApi({ ...deps, base: deps.telegramApi });
    const me = await api.call(token, 'getMe', {}).catch(refuse);
    const botId = String(me.id);
    const other = await client.telegramBot.findUnique({ where: { botId }, select: { appId: true } });
    if (other && other.appId !== appId) {
      const message = 'This bot is connected to another app. Disconnect it there first: a bot has one webhook.';
      throw new FramemillError('invalid_request', message, { conflictCode: 'bot_connected' });
    }
    const id = app.telegramBot?.id ?? newId('bot');
    const secret = randomBytes(32).toString('base64url');
    // Telegram is set up first. Updates that arrive before the row exists are refused, and Telegram sends them again.
    await api
      .call(token, 'setWebhook', {
        url: `${deps.apiHost}${webhookPath(id)}`,
        secret_token: secret,
        allowed_updates: ['message'],
      })
      .catch(refuse);
    const listed = Object.entries(commands).map(([command, { description }]) => ({ command, description }));
    await api.call(token, 'setMyCommands', { commands: listed }).catch(refuse);
    const sealed = (text: string) => deps.secrets.seal('TelegramBot', id, text);
    const row = { appId, botId, username: me.username, token: sealed(token), secret: sealed(secret) };
    const upsert = { where: { appId }, create: { id, ...row }, update: row };
    return { bot: botRecord(await client.telegramBot.upsert(upsert)) };
  },
});

/**
 * Rethrows an error of Telegram's Bot API as an API error.
 * The result is `invalid_request` when the developer can fix the cause, and `provider_error` otherwise.
 */
function refuse(error: unknown): never {
  if (!(error instanceof TelegramError)) throw error;
  if (error.status === 401 || error.status === 404) {
    throw new FramemillError('invalid_request', 'Telegram rejected the bot token. Copy it again from @BotFather.', {
      field: 'body.token',
    });
  }
  if (error.status === 400) {
    const message = 'Telegram rejected the webhook. Set API_HOST to a public https address.';
    throw new FramemillError('provider_error', message);
  }
  throw new FramemillError('provider_error', error.message);
}

/** Route `GET /api/developer/apps/{id}/telegram`: returns the Telegram bot of an app, without its token. */
export const getTelegramBot = defineRoute({
  name: 'get-telegram-bot',
  method: 'GET',
  path: '/api/developer/apps/:id/telegram',
  access: 'session',
  summary: 'The Telegram bot of an app, without its token',
  params: IdParams,
  status: 200,
  answer: Type.Object({ bot: Type.Union([BotSchema, Type.Null()], { description: 'null: the app has none.' }) }),
  errors: ['not_found'],
  examples: [{ title: 'The bot' }],
  async handle({ params: { id }, session: { accountId } }, { database: { client } }) {
    const app = await client.app.findFirst({ where: { id, accountId }, select: { telegramBot: true } });
    if (!app) throw appNotFound(id);
    return { bot: app.telegramBot && botRecord(app.telegramBot) };
  },
});

/** Route `DELETE /api/developer/apps/{id}/telegram`: disconnects the Telegram bot of an app. */
export const disconnectTelegramBot = defineRoute({
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

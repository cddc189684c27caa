import { createHash, timingSafeEqual } from 'node:crypto';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { THROTTLED_REQUESTS } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { admit } from '../limiter/admit.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { botCaller, withOwner } from './bot-owner.ts';
import { type IncomingMessage, readUpdate } from './read-update.ts';

/** Where Telegram sends the updates of a bot; `id` is ours, and says nothing of the bot. */
export const webhookPath = (id: string) => `/api/telegram/${id}`;

/** Header in which Telegram sends the secret that it was given. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Updates of one bot in 60 s; Telegram sends what is refused again, later. */
const BOT_LIMIT = 1_200;
/** Updates are small: texts of 4,096 characters, and names of files. */
const MAX_BODY_BYTES = 256_000;
/** The files of an album come as a message each, of which one has the words; they are waited for, and the words come last. */
const ALBUM_WAIT_MS = 1_500;
const ALBUM_SIZE = 10n;

/** Serves the webhook of all bots: an update is written down, and answered beside the request. */
export function installTelegramWebhook(app: FastifyInstance, deps: ApiDeps, limiter: Limiter): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // What is no JSON, or no text that can be stored, is nothing for us: refused, it would be sent again and again.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)));
      } catch {
        done(null, undefined);
      }
    });
    scope.route<{ Params: { id: string } }>({
      method: 'POST',
      url: webhookPath(':id'),
      schema: { hide: true },
      handler: async ({ params: { id }, headers, body }, reply) => {
        const { telegramBot } = deps.database.client;
        const bot = isIdLike(id) ? await telegramBot.findUnique({ where: { id }, include: withOwner }) : null;
        // One answer for a bot that is not there and for a wrong secret, after the same work.
        const isRight = isSame(headers[SECRET_HEADER], bot ? deps.secrets.open('TelegramBot', id, bot.secret) : '');
        if (bot === null || !isRight) {
          throw new FramemillError('unauthorized', 'The secret of this webhook is another one.');
        }
        const limit = bot.app.throttled ? THROTTLED_REQUESTS : BOT_LIMIT;
        await admit(limiter, bot.id, { name: 'telegram_bot', limit }, deps.metrics);
        const incoming = readUpdate(body);
        // A bot that is paused hears nothing.
        if (incoming !== null && botCaller(deps.plans, bot) !== null) await recordUpdate(deps, bot.id, incoming);
        reply.header('Cache-Control', 'no-store');
        return { ok: true };
      },
    });
  });
}

/** Writes an update down: once, however often it comes. */
async function recordUpdate({ database }: ApiDeps, bot: string, incoming: IncomingMessage): Promise<void> {
  const { updateId, userId, message } = incoming;
  const hasAlbumWords = message.inAlbum && message.text !== '';
  await database.client.telegramUpdate.createMany({
    data: [
      {
        ...{ bot, updateId, userId, message },
        place: hasAlbumWords ? updateId + ALBUM_SIZE : updateId,
        leaseUntil: new Date(Date.now() + (message.inAlbum ? ALBUM_WAIT_MS : 0)),
      },
    ],
    skipDuplicates: true,
  });
}

/** Compares in a time that says nothing about either: hashes have one length. Nothing is the same as an empty secret. */
function isSame(given: string | string[] | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const isEqual = timingSafeEqual(hash(typeof given === 'string' ? given : ''), hash(secret));
  return isEqual && secret !== '';
}

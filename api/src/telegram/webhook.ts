import { createHash, timingSafeEqual } from 'node:crypto';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { THROTTLED_REQUESTS } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import { botCaller, withOwner } from './bot-owner.ts';
import { type IncomingMessage, readUpdate } from './read-update.ts';

/**
 * Returns the path to which Telegram sends the updates of a bot. `id` is the id that this service has given to the bot;
 * it reveals nothing about the bot.
 */
export const webhookPath = (id: string) => `/api/telegram/${id}`;

/** Header in which Telegram sends the webhook's secret. */
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Maximum updates of one bot in 60 s. Telegram sends a refused update again later. */
const BOT_LIMIT = 1_200;
/** Maximum size of an update in bytes. Updates are small: texts of up to 4,096 characters, and names of files. */
const MAX_BODY_BYTES = 256_000;
/**
 * Delay before an album is processed, in milliseconds. An album comes as one message per file, only one of which has
 * the text; the message with the text is processed last.
 */
const ALBUM_WAIT_MS = 1_500;
const ALBUM_SIZE = 10n;

/** Installs the webhook of all bots. An update is stored at once and answered later, outside the request. */
export function installTelegramWebhook(app: FastifyInstance, deps: ApiDeps, limiter: Limiter): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Ignore bodies that are not JSON or cannot be stored. If they were refused, Telegram would send them again and
    // again.
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
        // An unknown bot and a wrong secret get the same answer after the same work.
        const isRight = isSame(headers[SECRET_HEADER], bot ? deps.secrets.open('TelegramBot', id, bot.secret) : '');
        if (bot === null || !isRight) {
          throw new FramemillError('unauthorized', 'The secret of the webhook is wrong. Connect the bot again.');
        }
        const limit = bot.app.throttled ? THROTTLED_REQUESTS : BOT_LIMIT;
        await admit(limiter, bot.id, { name: 'telegram_bot', limit }, deps.metrics);
        const incoming = readUpdate(body);
        // A paused bot ignores its updates.
        if (incoming !== null && botCaller(deps.plans, bot) !== null) await recordUpdate(deps, bot.id, incoming);
        reply.header('Cache-Control', 'no-store');
        return { ok: true };
      },
    });
  });
}

/** Stores an update. A repeated update is stored only once. */
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

/** Compares a header with a secret in constant time, by hashes of equal length. An empty secret never matches. */
function isSame(given: string | string[] | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const isEqual = timingSafeEqual(hash(typeof given === 'string' ? given : ''), hash(secret));
  return isEqual && secret !== '';
}

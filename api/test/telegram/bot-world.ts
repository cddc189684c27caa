import { expect } from 'vitest';
import { stagesInThreads } from '../../src/telegram/stage-in-thread.ts';
import { botServices, startTelegram, type Telegram } from '../../src/telegram/start-telegram.ts';
import { SECRET_HEADER } from '../../src/telegram/webhook.ts';
import { type Person, signedInPerson } from '../person.ts';
import { type ServedApi, startServedApi } from '../shared-api.ts';
import type { Answer, StartOptions } from '../start-api.ts';
import { type BotApiServer, botToken, startBotApiServer } from './bot-api-server.ts';

/** Content of a message in a test, apart from its sender. */
export interface Written {
  text?: string;
  caption?: string;
  photo?: object[];
  video?: object;
  voice?: object;
  document?: object;
  sticker?: object;
  media_group_id?: string;
  chat?: object;
  from?: object;
}

/** API with a connected bot, and helpers that act as people who write to it. */
export interface BotWorld {
  api: ServedApi;
  telegram: BotApiServer;
  owner: Person;
  /** Sends an update to the webhook as Telegram does, with the webhook's secret. */
  update(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a message of a person to the bot. Returns the update, so that a test can send it again. */
  write(userId: number, message: Written): Promise<object>;
  /** Waits until every message has been answered, except messages that wait for a render. */
  answered(): Promise<void>;
  /** Completes the newest render of the bot's account with a file, or fails it. Returns the render's id. */
  finishRender(outcome?: 'COMPLETED' | 'FAILED'): Promise<string>;
  close(): Promise<void>;
}

/** Starts the API with a bot that answers messages. With `isIdle`, messages are stored but not answered. */
export async function openBotWorld(options: StartOptions & { isIdle?: boolean } = {}): Promise<BotWorld> {
  const telegram = await startBotApiServer();
  const api = await startServedApi({ telegramApi: telegram.url, ...options });
  const { client } = api.deps.database;
  const owner = await connectedOwner(api);
  const bots: Telegram | null = options.isIdle
    ? null
    : startTelegram({ ...botServices(api.deps, stagesInThreads(api.deps)), lookMs: 20, renderPollMs: 50, retryMs: 50 });
  let serial = 1_000;

  const world: BotWorld = {
    ...{ api, telegram, owner },
    update(body, headers = { [SECRET_HEADER]: telegram.webhook?.secret ?? '' }) {
      const { pathname: url } = new URL(telegram.webhook?.url ?? 'http://x/none');
      return api.send(null, 'POST', url, body, headers);
    },
    async write(userId, message) {
      serial += 1;
      const from = { id: userId, is_bot: false, first_name: 'Ann', username: `ann${userId}` };
      const chat = { id: userId, type: 'private', first_name: 'Ann' };
      const update = { update_id: serial, message: { message_id: serial, date: 1, from, chat, ...message } };
      expect((await world.update(update)).status).toBe(200);
      return update;
    },
    async answered() {
      await expect.poll(() => client.telegramUpdate.count({ where: { status: 'PENDING' } }), { interval: 50 }).toBe(0);
    },
    async finishRender(outcome = 'COMPLETED') {
      const row = await client.render.findFirstOrThrow({
        where: { accountId: owner.accountId, status: 'PENDING' },
        orderBy: { createdAt: 'desc' },
      });
      const data = Buffer.alloc(2_000, `film ${row.id}`);
      const { exportKey } = row;
      if (exportKey === null) throw new Error('The render has no key.');
      await api.deps.store.put(exportKey, data, { contentType: 'video/mp4' });
      const file = { url: `/${exportKey}`, fileSizeBytes: data.length, durationSec: 10, progress: 100 };
      await client.render.update({
        where: { id: row.id },
        data: { status: outcome, stage: 'done', ...(outcome === 'COMPLETED' ? file : {}) },
      });
      await expect
        .poll(() => client.telegramUpdate.count({ where: { renderId: row.id, status: 'RENDERING' } }))
        .toBe(0);
      await world.answered();
      return row.id;
    },
    async close() {
      await bots?.close();
      await api.close();
      await telegram.close();
    },
  };
  return world;
}

/** Creates a signed-in person whose app is connected to the bot. */
async function connectedOwner(api: ServedApi): Promise<Person> {
  const owner = await signedInPerson(api);
  await owner.ask('POST', '/agreement', { accept: true });
  const { status, body } = await owner.ask('PUT', `/apps/${owner.appId}/telegram`, { token: botToken });
  expect([status, body.bot?.username]).toEqual([200, 'films_bot']);
  return owner;
}

/** Returns a file in the form in which Telegram messages refer to it. */
export const fileOf = (id: string, name = 'holiday.mp4') => ({
  ...{ file_id: id, file_unique_id: `u${id}`, file_name: name, file_size: 2_000 },
});

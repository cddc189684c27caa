import { repeat } from '@framemill/infra';
import type { ApiDeps } from '../deps.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { createBotApi } from './bot-api.ts';
import { createBotFiles } from './bot-files.ts';
import { takeUpdates, workOn } from './run-updates.ts';
import type { BotServices } from './work.ts';

/** Maximum number of messages that one process answers concurrently. */
const CONCURRENCY = 8;
const DAY_MS = 86_400_000;
/**
 * Time for which an answered update is stored, in milliseconds. Telegram may send an update again for a day at most.
 */
const KEEP_MS = 3 * DAY_MS;
const PRUNE_MS = 3_600_000;

/** Handle of the Telegram bots that run in this process. */
export interface Telegram {
  /** Stops taking messages and waits until the running stages end. */
  close(): Promise<void>;
}

/**
 * Returns the services that bots use in addition to the API's dependencies. `elsewhere` runs expensive steps of
 * answering a message on a worker thread.
 */
export function botServices(deps: ApiDeps, elsewhere: BotServices['elsewhere']): BotServices {
  const { http, metrics, redis, telegramApi: base } = deps;
  return {
    ...deps,
    elsewhere,
    botApi: createBotApi({ http, metrics, base }),
    botFiles: createBotFiles(base),
    turns: createLimiter(redis, DAY_MS),
    lookMs: 500,
    renderPollMs: 2_000,
    retryMs: 1_000,
  };
}

/**
 * Starts answering messages to bots. The messages are stored in PostgreSQL, so any number of processes may do this, and
 * each may crash at any moment.
 */
export function startTelegram(services: BotServices): Telegram {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const shared = { signal, log: services.log };
  const loops = [
    repeat(answer, { ...shared, everyMs: services.lookMs, problem: 'bot messages were not processed; trying again' }),
    repeat(() => pruneUpdates(services), {
      ...{ ...shared, everyMs: PRUNE_MS, problem: 'answered messages to bots could not be deleted; trying again' },
    }),
  ];

  async function answer(): Promise<void> {
    for (const row of await takeUpdates(services, CONCURRENCY - running.size)) {
      const one: Promise<void> = workOn(services, row, signal).finally(() => running.delete(one));
      running.add(one);
    }
  }

  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(running);
    },
  };
}

/** Deletes updates that were answered more than three days ago. Returns their number. */
export async function pruneUpdates({ database }: Pick<ApiDeps, 'database'>, now: Date = new Date()): Promise<number> {
  const endedAt = { lt: new Date(now.getTime() - KEEP_MS) };
  return (await database.client.telegramUpdate.deleteMany({ where: { endedAt } })).count;
}

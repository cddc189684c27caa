import { repeat } from '@framemill/infra';
import type { ApiDeps } from '../deps.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { createBotApi } from './bot-api.ts';
import { createBotFiles } from './bot-files.ts';
import { takeUpdates, workOn } from './run-updates.ts';
import type { BotServices } from './work.ts';

/** Messages that one process answers at a time. */
const CONCURRENCY = 8;
const DAY_MS = 86_400_000;
/** How long the number of an answered update is kept: Telegram sends one again for a day at most. */
const KEEP_MS = 3 * DAY_MS;
const PRUNE_MS = 3_600_000;

/** The bots of this process. */
export interface Telegram {
  /** Lets what is being done come to its next stage's end, and takes nothing more. */
  close(): Promise<void>;
}

/** What bots work with beside everything else of the API. `elsewhere`: who does what is too heavy here. */
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

/** Starts answering messages to bots. PostgreSQL holds them: any number of processes may do this, and each may die at any moment. */
export function startTelegram(services: BotServices): Telegram {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const shared = { signal, log: services.log };
  const loops = [
    repeat(answer, { ...shared, everyMs: services.lookMs, problem: 'messages to bots wait; trying again' }),
    repeat(() => pruneUpdates(services), {
      ...{ ...shared, everyMs: PRUNE_MS, problem: 'answered messages to bots are kept for longer' },
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

/** Forgets updates that were answered three days ago. */
export async function pruneUpdates({ database }: Pick<ApiDeps, 'database'>, now: Date = new Date()): Promise<number> {
  const endedAt = { lt: new Date(now.getTime() - KEEP_MS) };
  return (await database.client.telegramUpdate.deleteMany({ where: { endedAt } })).count;
}

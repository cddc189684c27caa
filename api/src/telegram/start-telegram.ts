import { setTimeout } from 'node:timers/promises';
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

/** What bots work with beside everything else of the API. */
export function botServices(deps: ApiDeps): BotServices {
  const { http, metrics, redis, telegramApi: base } = deps;
  return {
    ...deps,
    side: { kind: 'inline' },
    botApi: createBotApi({ http, metrics, base }),
    botFiles: createBotFiles(base),
    turns: createLimiter(redis, DAY_MS),
    lookMs: 500,
    renderPollMs: 2_000,
  };
}

/** Starts answering messages to bots. PostgreSQL holds them: any number of processes may do this, and each may die at any moment. */
export function startTelegram(deps: ApiDeps, services: BotServices = botServices(deps)): Telegram {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const loops = [answer(), prune()];

  async function answer(): Promise<void> {
    while (!signal.aborted) {
      const rows = await takeUpdates(services, CONCURRENCY - running.size).catch((error: unknown) => {
        services.log.warn({ err: error }, 'messages to bots wait; trying again');
        return [];
      });
      for (const row of rows) {
        const one: Promise<void> = workOn(services, row, signal).finally(() => running.delete(one));
        running.add(one);
      }
      await setTimeout(services.lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function prune(): Promise<void> {
    while (!signal.aborted) {
      await pruneUpdates(services).catch((error: unknown) =>
        services.log.warn({ err: error }, 'answered messages to bots are kept for longer'),
      );
      await setTimeout(PRUNE_MS, undefined, { signal }).catch(() => undefined);
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

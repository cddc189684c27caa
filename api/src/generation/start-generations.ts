import { setTimeout } from 'node:timers/promises';
import type { Database, Logger } from '@framemill/infra';
import { reapGenerations } from './reap-generations.ts';

const REAP_MS = 10_000;

/** What a process does for charged calls beside answering them. */
export interface Generations {
  close(): Promise<void>;
}

/** Starts looking for charged calls whose process is gone; every 10 s, in every API process. */
export function startGenerations({ database, log }: { database: Database; log: Logger }): Generations {
  const stopping = new AbortController();
  const loop = repeat();

  async function repeat(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await reapGenerations(database).catch((error: unknown) =>
        log.warn({ err: error }, 'charged calls of lost processes stay open; trying again'),
      );
      await setTimeout(REAP_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    async close() {
      stopping.abort();
      await loop;
    },
  };
}

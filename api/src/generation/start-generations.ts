import { setTimeout } from 'node:timers/promises';
import type { ApiDeps } from '../deps.ts';
import { reapGenerations } from './reap-generations.ts';
import { keepRunningVideos } from './run-videos.ts';

const REAP_MS = 10_000;

/** What a process does for charged calls beside answering them. */
export interface Generations {
  close(): Promise<void>;
}

/** Starts going on with videos, and looking every 10 s for charged calls whose process is gone. */
export function startGenerations(deps: ApiDeps): Generations {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [reap(), keepRunningVideos(deps, signal)];

  async function reap(): Promise<void> {
    while (!signal.aborted) {
      await reapGenerations(deps.database).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'charged calls of lost processes stay open; trying again'),
      );
      await setTimeout(REAP_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

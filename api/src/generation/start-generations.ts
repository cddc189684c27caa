import { repeat } from '@framemill/infra';
import type { ApiDeps } from '../deps.ts';
import { reapGenerations } from './reap-generations.ts';
import { runVideos } from './run-videos.ts';

const REAP_MS = 10_000;
const VIDEOS_MS = 1_000;

/** Background loops of a process for charged calls. */
export interface Generations {
  close(): Promise<void>;
}

/** Starts the loops that continue video jobs, and that end charged calls of crashed processes every 10 s. */
export function startGenerations(deps: ApiDeps): Generations {
  const stopping = new AbortController();
  const shared = { signal: stopping.signal, log: deps.log };
  const loops = [
    repeat(() => reapGenerations(deps.database), {
      ...{ ...shared, everyMs: REAP_MS, problem: 'charged calls of lost processes could not be closed; trying again' },
    }),
    repeat(() => runVideos(deps), { ...shared, everyMs: VIDEOS_MS, problem: 'polling of generated videos failed' }),
  ];

  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

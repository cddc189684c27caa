import { type Database, repeat } from '@framemill/infra';
import type { ApiDeps } from '../deps.ts';
import { failIn } from './generation-job.ts';
import { runVideos } from './run-videos.ts';

/** Maximum number of jobs that one call of `reapGenerations` ends. */
const BATCH = 100;

const REAP_MS = 10_000;
const VIDEOS_MS = 1_000;

/** Background loops of a process for charged calls. */
export interface Generations {
  close(): Promise<void>;
}

/**
 * Starts two loops: every second, one continues video jobs; every 10 s, the other ends charged calls of crashed
 * processes.
 */
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

/**
 * Ends the jobs of crashed processes and refunds their charges. Jobs with a stored request (videos) are not ended:
 * another process continues them. Any number of processes may call this at the same time. Returns the number of jobs
 * ended.
 */
export function reapGenerations({ client }: Database, now: Date = new Date()): Promise<number> {
  return client.$transaction(async (tx) => {
    const orphans = await tx.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "GenerationJob"
      WHERE "status" = 'PROCESSING' AND "request" IS NULL AND "leaseUntil" < ${now}
      ORDER BY "leaseUntil" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    for (const { id } of orphans) await failIn(tx, id, 'The service was interrupted. The credits were given back.');
    return orphans.length;
  });
}

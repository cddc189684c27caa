import type { Database } from '@framemill/infra';
import { failIn } from './generation-job.ts';

/** Jobs that one look ends. */
const BATCH = 100;

/**
 * Ends the jobs of processes that are gone and gives their charges back. Jobs with a stored request (videos) are gone on
 * with instead, by whoever takes them next. Any number of processes may do this at once. Returns how many ended.
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

import type { Database } from '@framemill/infra';
import { failIn } from './generation-job.ts';

/** Maximum jobs ended by one call. */
const BATCH = 100;

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

import type { LeaderContext } from './context.ts';

/**
 * Interval of the measurement in ms. The sums read whole tables: frequent enough for a graph, too expensive for every
 * second.
 */
const everyMs = 60_000;

/**
 * Sets the gauge of stored bytes by kind, at most once a minute. It counts objects that the database lists, so orphans
 * are not included.
 */
export async function reportStorage(leader: LeaderContext, nowMs: number): Promise<void> {
  const { memory, metrics } = leader;
  if (nowMs - memory.storageReportedMs < everyMs) return;
  memory.storageReportedMs = nowMs;
  const [row] = await leader.database.client.$queryRaw<{ uploads: bigint; segments: bigint; exports: bigint }[]>`
    SELECT
      (SELECT coalesce(sum("sizeBytes"), 0)::bigint FROM "Media") AS uploads,
      (SELECT coalesce(sum("sizeBytes"), 0)::bigint FROM "Artifact") AS segments,
      (SELECT coalesce(sum("fileSizeBytes"), 0)::bigint FROM "Render" WHERE status = 'COMPLETED' AND NOT test) AS exports`;
  if (row === undefined) return;
  for (const [kind, bytes] of Object.entries(row)) metrics.storedBytes.set({ kind }, Number(bytes));
}

import { Prisma } from '@framemill/infra';
import { objectKeys } from '../protocol/index.ts';
import { limited, removeObjects, type Sweep, type SweepPart, storePosition } from './sweep.ts';

/**
 * Parts of the sweep that remove artifacts (segments and audio mixes), rows and objects. They never remove an artifact
 * that an unfinished render uses, or that was used within `artifactInHandMs`.
 */
export const artifactParts: readonly SweepPart[] = [
  { name: 'artifacts', run: sweepOldArtifacts },
  { name: 'storage', run: sweepExcessArtifacts },
];

const artifactBatch = 500;
const bytesPerGb = 1_000_000_000;
const dayMs = 86_400_000;
/** Overlap of two runs of the part `storage`: longest time from a use of an artifact to the commit of its row. */
const overlapMs = 10 * 60_000;

/** Removes the artifacts that no render has used for `artifactMs`, oldest first. */
async function sweepOldArtifacts(sweep: Sweep): Promise<void> {
  const { artifactMs, artifactInHandMs } = sweep.ages;
  const before = new Date(Date.now() - Math.max(artifactMs, artifactInHandMs));
  // A batch continues at the last use of the previous one, so that it does not examine again what is in use.
  let fromMs = 0;
  for (let removed = 1; removed > 0 && !sweep.stopped(); ) {
    const dropped = await drop(
      sweep,
      before,
      Prisma.sql`
        SELECT f."accountId", f."contentKey" FROM "Artifact" f
        WHERE f."lastUsedAt" <= ${before} AND f."lastUsedAt" >= ${new Date(fromMs)} AND ${isUnused}
        ORDER BY f."lastUsedAt" LIMIT ${artifactBatch}`,
    );
    fromMs = Math.max(fromMs, ...dropped.map(({ lastUsedAt }) => lastUsedAt.getTime()));
    removed = dropped.length;
  }
}

/**
 * Removes artifacts of accounts whose artifacts exceed the storage of their plan, the longest unused first, until the
 * rest fits. Examines the accounts that have used an artifact since the last run, because only they store more than
 * before; their kept totals show which of them exceed their plan. Examines them in random order, so that an account
 * whose statement fails does not always hold up the same others. The position is the time from which the next run looks
 * for uses.
 */
async function sweepExcessArtifacts(sweep: Sweep, position: string | null): Promise<void> {
  const begunMs = Date.now();
  const since = position === null ? new Date(begunMs - dayMs) : new Date(position);
  const before = new Date(begunMs - sweep.ages.artifactInHandMs);
  const known = sweep.plans.list.map(({ id }) => id);
  const accounts = await limited(
    sweep,
    (tx) => tx.$queryRaw<{ id: string; plan: string; limits: unknown; bytes: bigint }[]>`
      SELECT id, plan, limits, (
        SELECT coalesce(sum(t.amount), 0)::bigint FROM "Total" t WHERE t."accountId" = a.id AND t.kind = 'segments'
      ) AS bytes
      FROM "Account" a WHERE plan = ANY(${known}::text[])
        AND id IN (SELECT DISTINCT "accountId" FROM "Artifact" WHERE "lastUsedAt" > ${since})
      ORDER BY random()`,
  );
  for (const { id, bytes, ...planned } of accounts) {
    const limit = BigInt(sweep.plans.of(planned).storageGb * bytesPerGb);
    if (bytes <= limit) continue;
    for (let removed = 1; removed > 0 && !sweep.stopped(); ) {
      const dropped = await drop(
        sweep,
        before,
        Prisma.sql`
          SELECT f."accountId", f."contentKey" FROM (
            SELECT x.*, sum(x."sizeBytes") OVER (ORDER BY x."lastUsedAt" DESC, x."contentKey") AS total
            FROM "Artifact" x WHERE x."accountId" = ${id}
          ) f
          WHERE f.total > ${limit} AND f."lastUsedAt" <= ${before} AND ${isUnused}
          ORDER BY f."lastUsedAt" LIMIT ${10 * artifactBatch}`,
      );
      removed = dropped.length;
    }
  }
  if (sweep.stopped()) return;
  await limited(sweep, (tx) => storePosition(tx, 'storage', new Date(begunMs - overlapMs).toISOString()));
}

/** Condition: no unfinished render uses the artifact `f`. */
const isUnused = Prisma.sql`
  NOT EXISTS (
    SELECT 1 FROM "RenderSegment" s JOIN "Render" r ON r.id = s."renderId"
    WHERE s."contentKey" = f."contentKey" AND r."accountId" = f."accountId" AND r.status IN ('PENDING', 'PROCESSING'))
  AND NOT EXISTS (
    SELECT 1 FROM "Render" r WHERE r."accountId" = f."accountId" AND r."audioKey" = f."contentKey"
      AND r.status IN ('PENDING', 'PROCESSING'))`;

interface DroppedArtifact {
  accountId: string;
  contentKey: string;
  sha256: string;
  sizeBytes: bigint;
  lastUsedAt: Date;
}

/**
 * Deletes the rows of artifacts that are still unused since `before`, then their objects. In this order, because a
 * crash between the two then leaves an orphan, never a row without its object.
 */
async function drop(sweep: Sweep, before: Date, candidates: Prisma.Sql): Promise<DroppedArtifact[]> {
  const dropped = await limited(
    sweep,
    // The deletion checks the last use again: a render may have used the artifact since it was selected.
    (tx) => tx.$queryRaw<DroppedArtifact[]>`
      DELETE FROM "Artifact" a USING (${candidates}) c
      WHERE a."accountId" = c."accountId" AND a."contentKey" = c."contentKey" AND a."lastUsedAt" <= ${before}
      RETURNING a."accountId", a."contentKey", a.sha256, a."sizeBytes", a."lastUsedAt"`,
  );
  sweep.report.rows.artifacts += dropped.length;
  const objects = dropped.map(({ accountId, contentKey, sha256, sizeBytes }) => ({
    key: objectKeys.segment(accountId, contentKey, sha256),
    sizeBytes: Number(sizeBytes),
  }));
  await removeObjects(sweep, 'segments', objects);
  return dropped;
}

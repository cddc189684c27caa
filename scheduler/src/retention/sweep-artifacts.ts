import { type Database, Prisma } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';
import type { Ages } from './ages.ts';

/** Artifact whose row was deleted; its object still exists. */
export interface DroppedArtifact {
  accountId: string;
  contentKey: string;
  sha256: string;
  sizeBytes: bigint;
}

const batch = 500;
const bytesPerGb = 1_000_000_000;

/**
 * Deletes the rows of segments and audio mixes that no render has used for `artifactMs`; at most `batch` of them,
 * oldest first. Never deletes one that an unfinished render uses, nor one used within `artifactInHandMs`.
 */
export function dropOldArtifacts({ client }: Database, ages: Ages, now: Date): Promise<DroppedArtifact[]> {
  const before = new Date(now.getTime() - Math.max(ages.artifactMs, ages.artifactInHandMs));
  const old = Prisma.sql`
      SELECT "accountId", "contentKey" FROM "Artifact" WHERE "lastUsedAt" <= ${before}
      ORDER BY "lastUsedAt" LIMIT ${batch}`;
  return drop(client, old, before);
}

/**
 * Deletes the longest unused artifacts of accounts whose segments exceed their plan's storage, until they fit; at most
 * `batch`. Spares the same artifacts as `dropOldArtifacts`.
 */
export function dropExcessArtifacts(
  plans: Plans,
  { client }: Database,
  ages: Ages,
  now: Date,
): Promise<DroppedArtifact[]> {
  const before = new Date(now.getTime() - ages.artifactInHandMs);
  const ids = plans.list.map(({ id }) => id);
  const limits = plans.list.map(({ storageGb }) => BigInt(storageGb * bytesPerGb));
  const limitOf = Prisma.sql`
      SELECT c.id AS "accountId", coalesce((c.limits ->> 'storageGb')::bigint * ${bytesPerGb}::bigint, l.bytes) AS bytes
      FROM "Account" c JOIN unnest(${ids}::text[], ${limits}::bigint[]) AS l(plan, bytes) ON l.plan = c.plan`;
  const excess = Prisma.sql`
      SELECT sized."accountId", sized."contentKey" FROM (
        SELECT f."accountId", f."contentKey", f."lastUsedAt", big.bytes,
          sum(f."sizeBytes") OVER (PARTITION BY f."accountId" ORDER BY f."lastUsedAt" DESC, f."contentKey") AS total
        FROM "Artifact" f JOIN (
          SELECT x."accountId", y.bytes FROM "Artifact" x JOIN (${limitOf}) y ON y."accountId" = x."accountId"
          GROUP BY x."accountId", y.bytes HAVING sum(x."sizeBytes") > y.bytes
        ) big ON big."accountId" = f."accountId"
      ) sized
      WHERE sized.total > sized.bytes ORDER BY sized."lastUsedAt" LIMIT ${batch}`;
  return drop(client, excess, before);
}

// The deletion checks the candidates again: one may have been used since they were selected.
function drop(client: Database['client'], candidates: Prisma.Sql, before: Date): Promise<DroppedArtifact[]> {
  return client.$queryRaw<DroppedArtifact[]>`
    DELETE FROM "Artifact" a USING (${candidates}) c
    WHERE a."accountId" = c."accountId" AND a."contentKey" = c."contentKey" AND a."lastUsedAt" <= ${before}
      AND NOT EXISTS (
        SELECT 1 FROM "RenderSegment" s JOIN "Render" r ON r.id = s."renderId"
        WHERE s."contentKey" = a."contentKey" AND r."accountId" = a."accountId" AND r.status IN ('PENDING', 'PROCESSING'))
      AND NOT EXISTS (
        SELECT 1 FROM "Render" r WHERE r."accountId" = a."accountId" AND r."audioKey" = a."contentKey"
          AND r.status IN ('PENDING', 'PROCESSING'))
    RETURNING a."accountId", a."contentKey", a.sha256, a."sizeBytes"`;
}

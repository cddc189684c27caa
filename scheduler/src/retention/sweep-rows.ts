import { type Database, Prisma } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';
import type { Ages } from './ages.ts';

const batch = 200;

/**
 * Deletes segments, tasks and attempts of renders that ended at least `renderMs` ago. Returns the number of these
 * renders, at most 200 per call.
 */
export async function sweepRenderRows({ client }: Database, ages: Ages, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ages.renderMs);
  const rows = await client.$queryRaw<{ renders: bigint }[]>`
    WITH old AS (
      SELECT r.id FROM "Render" r
      WHERE r.status IN ('COMPLETED', 'FAILED', 'CANCELLED') AND r."completedAt" <= ${before}
        AND (EXISTS (SELECT 1 FROM "Task" t WHERE t."renderId" = r.id)
          OR EXISTS (SELECT 1 FROM "RenderSegment" s WHERE s."renderId" = r.id))
      LIMIT ${batch}
    ), tasks AS (
      DELETE FROM "Task" t USING old WHERE t."renderId" = old.id
    ), segments AS (
      DELETE FROM "RenderSegment" s USING old WHERE s."renderId" = old.id
    )
    SELECT count(*) AS renders FROM old`;
  return Number(rows[0]?.renders ?? 0);
}

/**
 * Deletes the stored documents of batches that ended at least `renderMs` ago, and the webhook endpoints that belong
 * only to these batches, with their delivery log. Returns the number of these batches, at most 200 per call. The rows
 * of batches and items are not deleted.
 */
export async function sweepBatchRows({ client }: Database, ages: Ages, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ages.renderMs);
  const rows = await client.$queryRaw<{ batches: bigint }[]>`
    WITH old AS (
      SELECT id FROM "Batch" WHERE status IN ('COMPLETED', 'CANCELLED') AND "completedAt" <= ${before}
        AND document IS NOT NULL
      LIMIT ${batch} FOR UPDATE SKIP LOCKED
    ), swept AS (
      UPDATE "Batch" b SET document = NULL FROM old WHERE b.id = old.id
    ), endpoints AS (
      DELETE FROM "WebhookEndpoint" e USING old WHERE e."batchId" = old.id
    )
    SELECT count(*) AS batches FROM old`;
  return Number(rows[0]?.batches ?? 0);
}

/** Deletes expired sessions, invitations and records of the OAuth server. Returns their number. */
export async function sweepExpired({ client }: Database, now: Date): Promise<number> {
  const where = { expiresAt: { lte: now } };
  const { count: sessions } = await client.session.deleteMany({ where });
  const { count: invitations } = await client.invitation.deleteMany({ where });
  const { count: oauthRecords } = await client.oauthRecord.deleteMany({ where });
  return sessions + invitations + oauthRecords;
}

/**
 * Deletes events that were consumed at least `eventMs` ago, and events that have not been consumed within four times
 * `eventMs` after their creation. Returns the number of deleted events.
 */
export async function sweepEvents({ client }: Database, ages: Ages, now: Date): Promise<number> {
  const passedOn = { consumedAt: { lte: new Date(now.getTime() - ages.eventMs) } };
  const unwanted = { consumedAt: null, createdAt: { lte: new Date(now.getTime() - 4 * ages.eventMs) } };
  const { count } = await client.outboxEvent.deleteMany({ where: { OR: [passedOn, unwanted] } });
  return count;
}

/** Artifact whose row was deleted; its object still exists. */
export interface DroppedArtifact {
  accountId: string;
  contentKey: string;
  sha256: string;
  sizeBytes: bigint;
}

const artifactBatch = 500;
const bytesPerGb = 1_000_000_000;

/**
 * Deletes the rows of segments and audio mixes that no render has used for `artifactMs`; at most `artifactBatch` of
 * them, oldest first. Never deletes an artifact that an unfinished render uses, or that was used within
 * `artifactInHandMs`.
 */
export function dropOldArtifacts({ client }: Database, ages: Ages, now: Date): Promise<DroppedArtifact[]> {
  const before = new Date(now.getTime() - Math.max(ages.artifactMs, ages.artifactInHandMs));
  const old = Prisma.sql`
      SELECT "accountId", "contentKey" FROM "Artifact" WHERE "lastUsedAt" <= ${before}
      ORDER BY "lastUsedAt" LIMIT ${artifactBatch}`;
  return drop(client, old, before);
}

/**
 * Deletes the rows of artifacts (segments and audio mixes) of accounts whose artifacts exceed the storage of their
 * plan, until the rest fits; at most `artifactBatch` of them, the longest unused first. Like `dropOldArtifacts`, it
 * never deletes an artifact that is in use.
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
      WHERE sized.total > sized.bytes ORDER BY sized."lastUsedAt" LIMIT ${artifactBatch}`;
  return drop(client, excess, before);
}

// The deletion checks the candidates again: one may have been used since they were selected.
function drop(client: Database['client'], candidates: Prisma.Sql, before: Date): Promise<DroppedArtifact[]> {
  return client.$queryRaw<DroppedArtifact[]>`
    DELETE FROM "Artifact" a USING (${candidates}) c
    WHERE a."accountId" = c."accountId" AND a."contentKey" = c."contentKey" AND a."lastUsedAt" <= ${before}
      AND NOT EXISTS (
        SELECT 1 FROM "RenderSegment" s JOIN "Render" r ON r.id = s."renderId"
        WHERE s."contentKey" = a."contentKey" AND r."accountId" = a."accountId"
          AND r.status IN ('PENDING', 'PROCESSING'))
      AND NOT EXISTS (
        SELECT 1 FROM "Render" r WHERE r."accountId" = a."accountId" AND r."audioKey" = a."contentKey"
          AND r.status IN ('PENDING', 'PROCESSING'))
    RETURNING a."accountId", a."contentKey", a.sha256, a."sizeBytes"`;
}

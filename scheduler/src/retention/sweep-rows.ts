import type { Database } from '@framemill/infra';
import type { Ages } from './ages.ts';

const batch = 200;

/**
 * Deletes segments, tasks and attempts of renders that ended `renderMs` ago. Returns the number of renders, at most
 * `batch`.
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
 * Deletes the frozen documents of batches that ended `renderMs` ago, and the webhook endpoints that belong to these
 * batches alone, with their log. Returns the number of batches, at most `batch`. The rows of batches and items are
 * kept.
 */
export async function sweepBatchRows({ client }: Database, ages: Ages, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ages.renderMs);
  const rows = await client.$queryRaw<{ batches: bigint }[]>`
    WITH old AS (
      SELECT id FROM "Batch" WHERE status IN ('COMPLETED', 'CANCELLED') AND "completedAt" <= ${before} AND document IS NOT NULL
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
 * Deletes events that were consumed `eventMs` ago, or that were not consumed within four times that. Returns their
 * number.
 */
export async function sweepEvents({ client }: Database, ages: Ages, now: Date): Promise<number> {
  const passedOn = { consumedAt: { lte: new Date(now.getTime() - ages.eventMs) } };
  const unwanted = { consumedAt: null, createdAt: { lte: new Date(now.getTime() - 4 * ages.eventMs) } };
  const { count } = await client.outboxEvent.deleteMany({ where: { OR: [passedOn, unwanted] } });
  return count;
}

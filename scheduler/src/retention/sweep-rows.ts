import { Prisma } from '@framemill/infra';
import { inBatches, limited, type Sweep, type SweepPart, storePosition } from './sweep.ts';

// Statements name the rows to remove with `= ANY(ARRAY(...))`: for a join, PostgreSQL might read a whole table instead.
// A render may have thousands of segments.
const renderBatch = 50;
const batchBatch = 200;
const rowBatch = 2_000;

/** Parts of the sweep that remove database rows without objects. */
export const rowParts: readonly SweepPart[] = [
  { name: 'renders', run: sweepRenders },
  { name: 'batches', run: sweepBatches },
  { name: 'events', run: sweepEvents },
  { name: 'sessions', run: (sweep) => sweepExpired(sweep, Prisma.sql`"Session"`) },
  { name: 'embed-sessions', run: (sweep) => sweepExpired(sweep, Prisma.sql`"EmbedSession"`) },
  { name: 'review-links', run: (sweep) => sweepExpired(sweep, Prisma.sql`"ReviewLink"`) },
  { name: 'invitations', run: (sweep) => sweepExpired(sweep, Prisma.sql`"Invitation"`) },
  { name: 'oauth-records', run: (sweep) => sweepExpired(sweep, Prisma.sql`"OauthRecord"`) },
];

/**
 * Deletes segments, tasks and attempts of renders that ended at least `renderMs` ago. The position is the end time and
 * the id of the last render that was examined. Renders are examined in this order, each once: one that is started again
 * gets a later end time.
 */
async function sweepRenders(sweep: Sweep, position: string | null): Promise<void> {
  const before = new Date(Date.now() - sweep.ages.renderMs);
  let [endedAt = '', id = ''] = (position ?? `${new Date(0).toISOString()} `).split(' ');
  for (let examined = 1; examined > 0 && !sweep.stopped(); ) {
    const renders = await limited(sweep, async (tx) => {
      const rows = await tx.$queryRaw<{ id: string; completedAt: Date; swept: boolean }[]>`
        WITH old AS (
          SELECT r.id, r."completedAt" FROM "Render" r
          WHERE r.status IN ('COMPLETED', 'FAILED', 'CANCELLED') AND r."completedAt" <= ${before}
            AND (r."completedAt", r.id) > (${new Date(endedAt)}::timestamp, ${id})
          ORDER BY r."completedAt", r.id LIMIT ${renderBatch}
        ), tasks AS (
          DELETE FROM "Task" WHERE "renderId" = ANY(ARRAY(SELECT id FROM old)) RETURNING "renderId"
        ), segments AS (
          DELETE FROM "RenderSegment" WHERE "renderId" = ANY(ARRAY(SELECT id FROM old)) RETURNING "renderId"
        )
        SELECT old.*, old.id IN (SELECT "renderId" FROM tasks UNION SELECT "renderId" FROM segments) AS swept
        FROM old ORDER BY old."completedAt", old.id`;
      const last = rows.at(-1);
      if (last !== undefined) await storePosition(tx, 'renders', `${last.completedAt.toISOString()} ${last.id}`);
      return rows;
    });
    sweep.report.rows.renders += renders.filter(({ swept }) => swept).length;
    examined = renders.length;
    const last = renders.at(-1);
    if (last !== undefined) [endedAt, id] = [last.completedAt.toISOString(), last.id];
  }
}

/**
 * Deletes the stored documents of batches that ended at least `renderMs` ago, and the webhook endpoints that belong
 * only to these batches, with their delivery log. The rows of batches and items are not deleted.
 */
async function sweepBatches(sweep: Sweep): Promise<void> {
  const before = new Date(Date.now() - sweep.ages.renderMs);
  sweep.report.rows.batches += await inBatches(sweep, async (tx) => {
    const rows = await tx.$queryRaw<{ batches: bigint }[]>`
      WITH old AS (
        SELECT id FROM "Batch" WHERE status IN ('COMPLETED', 'CANCELLED') AND "completedAt" <= ${before}
          AND document IS NOT NULL
        ORDER BY "completedAt" LIMIT ${batchBatch} FOR UPDATE SKIP LOCKED
      ), swept AS (
        UPDATE "Batch" SET document = NULL WHERE id = ANY(ARRAY(SELECT id FROM old))
      ), endpoints AS (
        DELETE FROM "WebhookEndpoint" WHERE "batchId" = ANY(ARRAY(SELECT id FROM old))
      )
      SELECT count(*) AS batches FROM old`;
    return Number(rows[0]?.batches ?? 0);
  });
}

/**
 * Deletes expired rows of a table. Selects them by time alone, because the scheduler's database role may read no other
 * column of these tables. The condition on `now` lets PostgreSQL estimate that there are few of them.
 */
async function sweepExpired(sweep: Sweep, table: Prisma.Sql): Promise<void> {
  const now = new Date();
  sweep.report.rows.expired += await inBatches(
    sweep,
    (tx) => tx.$executeRaw`
      DELETE FROM ${table} WHERE "expiresAt" <= ${now} AND "expiresAt" <= (
        SELECT max("expiresAt") FROM (
          SELECT "expiresAt" FROM ${table} WHERE "expiresAt" <= ${now} ORDER BY "expiresAt" LIMIT ${rowBatch}
        ) oldest)`,
  );
}

/**
 * Deletes events that were consumed at least `eventMs` ago, and events that have not been consumed within four times
 * `eventMs` after their creation. Of the latter it examines only those with the lowest ids, which are the oldest.
 */
async function sweepEvents(sweep: Sweep): Promise<void> {
  const consumedBefore = new Date(Date.now() - sweep.ages.eventMs);
  const createdBefore = new Date(Date.now() - 4 * sweep.ages.eventMs);
  const consumed = Prisma.sql`
    DELETE FROM "OutboxEvent" WHERE id = ANY(ARRAY(
      SELECT id FROM "OutboxEvent" WHERE "consumedAt" <= ${consumedBefore} ORDER BY "consumedAt" LIMIT ${rowBatch}))`;
  const waiting = Prisma.sql`
    DELETE FROM "OutboxEvent" WHERE "createdAt" <= ${createdBefore} AND "consumedAt" IS NULL AND id = ANY(ARRAY(
      SELECT id FROM "OutboxEvent" WHERE "consumedAt" IS NULL ORDER BY id LIMIT ${rowBatch}))`;
  for (const removal of [consumed, waiting]) {
    sweep.report.rows.events += await inBatches(sweep, (tx) => tx.$executeRaw(removal));
  }
}

import { cancelRender } from '../client/cancel.ts';
import { recordEvent } from '../outbox.ts';
import { redisChannels } from '../protocol/index.ts';
import { batchColumns, batchRecords } from '../records/batch-record.ts';
import { fenced, type LeaderContext } from './context.ts';

const everyMs = 1_000;
/** Age in ms up to which cancelled batches are checked for running renders; older batches have none left. */
const cancelledForMs = 24 * 3_600_000;

/**
 * Ends batches of which every item has ended, cancels the renders of cancelled batches, and publishes each change of a
 * batch to the open pages of its account. Runs at most once a second.
 */
export async function finishBatches(leader: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - leader.memory.batchesReportedMs < everyMs) return;
  leader.memory.batchesReportedMs = nowMs;
  const ended = await endedBatches(leader);
  for (const { id } of ended) await endBatch(leader, id);
  await endCancelled(leader, nowMs);
  await tellPages(
    leader,
    ended.map(({ id }) => id),
  );
}

function endedBatches({ database: { client } }: LeaderContext): Promise<{ id: string }[]> {
  return client.$queryRaw<{ id: string }[]>`
    SELECT b.id FROM "Batch" b
    WHERE b.status = 'PROCESSING'
      AND NOT EXISTS (SELECT 1 FROM "BatchItem" i WHERE i."batchId" = b.id AND i.status = 'QUEUED')
      AND NOT EXISTS (
        SELECT 1 FROM "BatchItem" i JOIN "Render" r ON r.id = i."renderId"
        WHERE i."batchId" = b.id AND r.status IN ('PENDING', 'PROCESSING'))`;
}

async function endBatch(leader: LeaderContext, id: string): Promise<void> {
  await fenced(leader, async (tx) => {
    const { count } = await tx.batch.updateMany({
      where: { id, status: 'PROCESSING', items: { none: { status: 'QUEUED' } } },
      data: { status: 'COMPLETED', completedAt: new Date(), waitingFor: null },
    });
    if (count === 0) return;
    const row = await tx.batch.findUniqueOrThrow({ where: { id }, select: batchColumns });
    const [payload] = await batchRecords({ client: tx }, [row]);
    if (payload) await recordEvent(tx, { type: 'batch.completed', accountId: row.accountId, payload });
  });
  leader.log.info({ batchId: id }, 'batch completed');
}

// The call that cancelled the batch also cancels its renders; this covers renders that were being admitted at that
// moment, and a call that died.
async function endCancelled(leader: LeaderContext, nowMs: number): Promise<void> {
  const since = new Date(nowMs - cancelledForMs);
  const renders = await leader.database.client.$queryRaw<{ renderId: string; accountId: string }[]>`
    SELECT r.id AS "renderId", r."accountId"
    FROM "Batch" b JOIN "BatchItem" i ON i."batchId" = b.id JOIN "Render" r ON r.id = i."renderId"
    WHERE b.status = 'CANCELLED' AND b."completedAt" > ${since} AND r.status IN ('PENDING', 'PROCESSING') LIMIT 64`;
  const onPublishFailed = (error: unknown) => leader.log.warn({ err: error }, 'nodes are told of the cancel later');
  for (const render of renders) await cancelRender({ ...leader, onPublishFailed }, render);
}

// A short batch may begin and end between two checks: those that have just ended may never have been published before.
async function tellPages(leader: LeaderContext, ended: readonly string[]): Promise<void> {
  const { client } = leader.database;
  const reported = leader.memory.reportedBatches;
  const rows = await client.batch.findMany({
    where: { OR: [{ status: 'PROCESSING' }, { id: { in: [...reported.keys(), ...ended] } }] },
    select: batchColumns,
  });
  const records = await batchRecords({ client }, rows);
  for (const [position, record] of records.entries()) {
    const text = JSON.stringify({ type: 'batch', record });
    const accountId = rows[position]?.accountId ?? '';
    if (reported.get(record.id) !== text) await leader.redis.publish(redisChannels.accountEvents(accountId), text);
    if (record.status === 'PROCESSING') reported.set(record.id, text);
    else reported.delete(record.id);
  }
}

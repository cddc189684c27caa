import type { Prisma } from '@framemill/infra';
import { type NodePace, noteNodeSpeeds } from '../../node-speeds.ts';
import { updatedMsPerFrame } from '../../policy/ranges.ts';
import { objectKeys, parsePool, type RenderRangeResult, renderRangeJob } from '../../protocol/index.ts';
import { type AttemptRow, forgetAttempt } from '../attempts.ts';
import { fenced, type LeaderContext } from '../context.ts';
import { lockRenders, noteWaiting } from '../render-state.ts';
import { type Delivery, loadSegments, type TaskJob } from './task-job.ts';

/** Maximum number of range speeds stored for a render. Stragglers are recognised by comparison with these speeds. */
const speedsKept = 200;

/** Task kind that renders frame ranges. `completeRanges` stores the results of several ranges together. */
export const rangeTask: TaskJob = {
  kind: renderRangeJob,
  countsForRender: false,
  describe: ({ firstSegment, lastSegment }) => `Segments ${firstSegment} to ${lastSegment}`,
  payload({ render }, shared, segments) {
    const ordered = segments.map(({ made, ...segment }) => (made === null ? segment : { ...segment, made }));
    return renderRangeJob.parse({ ...shared, documentKey: objectKeys.document(render.id), segments: ordered });
  },
  async complete(_leader, attempt, value, ranges) {
    ranges.push({ attempt, result: renderRangeJob.parseResult(value) });
  },
};

/** Result of a frame range in which at least one segment of the range is missing. */
export interface Incomplete {
  readonly attempt: AttemptRow;
  readonly message: string;
}

/**
 * Stores the segments of frame ranges, all in one transaction. They become reusable artifacts of their accounts, and
 * every segment of the account's active renders with the same content key is marked as done. Returns the results with a
 * missing segment; nothing of such a result is stored.
 */
export async function completeRanges(leader: LeaderContext, deliveries: readonly Delivery[]): Promise<Incomplete[]> {
  if (deliveries.length === 0) return [];
  leader.memory.changes.note(deliveries.map(({ attempt }) => attempt.task.renderId));
  const { incomplete, fresh, paces } = await fenced(leader, async (tx) => {
    const { complete, incomplete } = await sortOut(tx, deliveries);
    const renderIds = complete.map(({ attempt }) => attempt.task.renderId);
    await lockRenders(tx, renderIds);
    await storeSegments(tx, leader, complete);
    await noteWaiting(tx, renderIds, null);
    const fresh = await endAttempts(tx, complete);
    const paces = await notePaces(
      tx,
      complete.filter(({ attempt }) => fresh.has(attempt.id)),
    );
    return { incomplete, fresh, paces };
  });
  await noteNodeSpeeds(leader.redis, paces).catch((error: unknown) =>
    leader.log.debug({ err: error }, 'the speeds of nodes could not be noted'),
  );
  for (const delivery of deliveries) if (fresh.has(delivery.attempt.id)) remember(leader, delivery);
  return incomplete;
}

/**
 * Stores the segments that an attempt had completed when it was stopped. The caller must have ended the attempt before.
 * The attempt's task continues at the first missing segment, or becomes DONE when none is missing.
 */
export async function keepSegments(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  attempt: AttemptRow,
  segments: RenderRangeResult['segments'],
): Promise<void> {
  const [wanted = []] = await loadSegments(tx, [attempt.task]);
  const ordered = new Set(wanted.map(({ contentKey }) => contentKey));
  const kept = segments.filter(({ contentKey }) => ordered.has(contentKey));
  if (kept.length === 0) return;
  await storeSegments(tx, leader, [{ attempt, result: { segments: kept } }]);
  const { id, renderId, firstSegment, lastSegment } = attempt.task;
  const missing = await tx.renderSegment.findFirst({
    where: { renderId, index: { gte: firstSegment, lte: lastSegment }, sha256: null },
    orderBy: { index: 'asc' },
  });
  const left = wanted.filter(({ index }) => missing !== null && index >= missing.index);
  const frames = left.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  await tx.task.updateMany({
    where: { id, status: { in: ['READY', 'RELEASED'] }, firstSegment },
    data: missing === null ? { status: 'DONE', doneAt: new Date() } : { firstSegment: missing.index, frames },
  });
}

async function sortOut(tx: Prisma.TransactionClient, deliveries: readonly Delivery[]) {
  const wanted = await loadSegments(
    tx,
    deliveries.map(({ attempt }) => attempt.task),
  );
  const complete: Delivery[] = [];
  const incomplete: Incomplete[] = [];
  for (const [position, delivery] of deliveries.entries()) {
    const { attempt, result } = delivery;
    const delivered = new Set(result.segments.map(({ contentKey }) => contentKey));
    const absent = wanted[position]?.find(({ contentKey }) => !delivered.has(contentKey));
    // After a render is planned again, the range of a cancelled task means other segments: then all segments that
    // match are stored.
    if (absent === undefined || attempt.task.status === 'CANCELLED') complete.push(delivery);
    else incomplete.push({ attempt, message: `The result of job ${attempt.jobId} lacks segment ${absent.index}.` });
  }
  return { complete, incomplete };
}

// The first commit wins. A different sha under the same content key means that two engines with equal fingerprints
// rendered different bytes. That is worth a warning but harmless to the render, because only the first one is ever
// muxed.
async function storeSegments(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  deliveries: readonly { attempt: AttemptRow; result: Pick<RenderRangeResult, 'segments'> }[],
): Promise<void> {
  const all = deliveries.flatMap(({ attempt: { task }, result }) =>
    result.segments.map((segment) => ({
      ...segment,
      task: task.id,
      render: task.renderId,
      account: task.render.accountId,
    })),
  );
  if (all.length === 0) return;
  const accounts = all.map(({ account }) => account);
  const contents = all.map(({ contentKey }) => contentKey);
  const hashes = all.map(({ sha256 }) => sha256);
  await tx.$executeRaw`
    INSERT INTO "Artifact" ("accountId", "contentKey", sha256, "sizeBytes", frames)
    SELECT * FROM unnest(${accounts}::text[], ${contents}::text[], ${hashes}::text[],
      ${all.map(({ sizeBytes }) => BigInt(sizeBytes))}::bigint[], ${all.map(({ frames }) => frames)}::int[])
    ON CONFLICT DO NOTHING`;
  // A join with the renders might read all renders of the account; the subquery reads those of the segments found.
  const changed = await tx.$queryRaw<{ renderId: string }[]>`
    UPDATE "RenderSegment" s SET sha256 = a.sha256, "taskId" = k.task, reused = s."renderId" <> k.render
    FROM unnest(${all.map(({ render }) => render)}::text[], ${accounts}::text[], ${contents}::text[],
      ${all.map(({ task }) => task)}::text[]) AS k(render, account, content, task)
    JOIN "Artifact" a ON a."accountId" = k.account AND a."contentKey" = k.content
    WHERE s."contentKey" = k.content AND s.sha256 IS NULL AND k.account = (
      SELECT r."accountId" FROM "Render" r WHERE r.id = s."renderId" AND (r.id = k.render OR r.stage = 'rendering'))
    RETURNING s."renderId"`;
  leader.memory.changes.note(new Set(changed.map(({ renderId }) => renderId)));
  const others = await tx.$queryRaw<{ contentKey: string; sha256: string; other: string }[]>`
    SELECT a."contentKey", a.sha256, k.sha AS other
    FROM unnest(${accounts}::text[], ${contents}::text[], ${hashes}::text[]) AS k(account, content, sha)
    JOIN "Artifact" a ON a."accountId" = k.account AND a."contentKey" = k.content AND a.sha256 <> k.sha`;
  for (const other of others) leader.log.warn(other, 'one content key, two results');
}

// An attempt that was given up may still deliver while its task waits for another try: the task is done then.
async function endAttempts(tx: Prisma.TransactionClient, deliveries: readonly Delivery[]): Promise<Set<string>> {
  await tx.$executeRaw`
    UPDATE "Task" SET status = 'DONE', "doneAt" = ${new Date()}
    WHERE id = ANY(${deliveries.map(({ attempt }) => attempt.taskId)}::text[]) AND status IN ('READY', 'RELEASED')`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "Attempt" a SET outcome = 'done', "endedAt" = ${new Date()}, "nodeId" = k.node
    FROM unnest(${deliveries.map(({ attempt }) => attempt.id)}::text[],
      ${deliveries.map(({ result }) => result.nodeId)}::text[]) AS k(id, node)
    WHERE a.id = k.id AND a.outcome = 'running' RETURNING a.id`;
  return new Set(rows.map(({ id }) => id));
}

function remember(leader: LeaderContext, { attempt, result }: Delivery): void {
  const { id } = attempt.task.render;
  const { msPerFrame, rangeSpeeds, extraWork, batchOf, batchMsPerFrame } = leader.memory;
  const frames = result.segments.reduce((sum, segment) => sum + segment.frames, 0);
  const note = (paces: Map<string, number>, key: string) =>
    paces.set(key, updatedMsPerFrame(paces.get(key) ?? null, result.renderMs, frames));
  note(msPerFrame, id);
  const batchId = batchOf.get(id);
  if (batchId !== undefined) note(batchMsPerFrame, batchId);
  rangeSpeeds.set(id, [...(rangeSpeeds.get(id) ?? []), result.renderMs / Math.max(1, frames)].slice(-speedsKept));
  extraWork.doneFrames += frames;
  forgetAttempt(leader, attempt, 'done');
  leader.metrics.segments.inc({ source: 'rendered' }, result.segments.length);
}

interface CostRow {
  attempt: string;
  cost: number;
}

/**
 * Adds the rendering time of completed ranges, and the estimated cost of the same segments, to the rows of their
 * renders. Later quotes use these sums. Returns the measured times for the speed statistics of the nodes. Call it once
 * per attempt, in the transaction that ends the attempt.
 */
async function notePaces(
  tx: Prisma.TransactionClient,
  deliveries: readonly { attempt: AttemptRow; result: RenderRangeResult }[],
): Promise<NodePace[]> {
  if (deliveries.length === 0) return [];
  const segments = deliveries.flatMap(({ attempt, result }) =>
    result.segments.map(({ contentKey }) => ({ attempt: attempt.id, render: attempt.task.renderId, contentKey })),
  );
  const rows = await tx.$queryRaw<CostRow[]>`
    SELECT k.attempt, sum(s.cost)::float8 AS cost
    FROM unnest(
      ${segments.map(({ attempt }) => attempt)}::text[], ${segments.map(({ render }) => render)}::text[],
      ${segments.map(({ contentKey }) => contentKey)}::text[]) AS k(attempt, render, content)
    CROSS JOIN LATERAL (
      SELECT max("costMs") AS cost FROM "RenderSegment" WHERE "renderId" = k.render AND "contentKey" = k.content) s
    GROUP BY k.attempt`;
  const costs = new Map(rows.map(({ attempt, cost }) => [attempt, cost]));
  const paces = deliveries.flatMap(({ attempt, result }) => {
    const costMs = costs.get(attempt.id) ?? 0;
    const tookMs = result.fetchMs + result.renderMs + result.uploadMs;
    const { id: renderId, pool, format, quality } = attempt.task.render;
    const frames = result.segments.reduce((sum, segment) => sum + segment.frames, 0);
    return [{ renderId, nodeId: result.nodeId, pool: parsePool(pool), format, quality, tookMs, costMs, frames }];
  });
  await tx.$executeRaw`
    UPDATE "Render" r SET "renderMs" = r."renderMs" + k.took, "costMs" = r."costMs" + k.cost,
      "renderedFrames" = r."renderedFrames" + k.frames
    FROM (
      SELECT render, sum(took) AS took, sum(cost) AS cost, sum(frames) AS frames
      FROM unnest(
        ${paces.map(({ renderId }) => renderId)}::text[], ${paces.map(({ tookMs }) => tookMs)}::float8[],
        ${paces.map(({ costMs }) => costMs)}::float8[], ${paces.map(({ frames }) => frames)}::int[])
        AS p(render, took, cost, frames)
      GROUP BY render) k
    WHERE r.id = k.render`;
  return paces.filter(({ costMs }) => costMs > 0);
}

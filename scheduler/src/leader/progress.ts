import { type RenderRow, renderRecord, writeMirror } from '../records/index.ts';
import { activeStatuses, type LeaderContext } from './context.ts';

interface DoneFrames {
  renderId: string;
  frames: bigint;
}

/**
 * Updates the number of completed frames and the progress of renders, from completed segments and from the frames that
 * nodes report for running ranges. Neither value ever decreases, and progress stays below 100 until the render is
 * complete. Writes the records of all changed renders to Redis, and discards the measurements of renders that have
 * ended. Reads only renders that have changed or that nodes work for.
 */
export async function updateProgress(leader: LeaderContext, nowMs = Date.now()): Promise<void> {
  await leader.memory.changes.follow('progress', async (changed) => {
    const ids = changed ?? (await processing(leader));
    const running = await framesInProgress(leader);
    await readFinished(leader, [...new Set([...ids, ...running.keys()])], new Set(ids));
    const grown = await storeFrames(leader, running, ids);
    const streams = await noteStreams(leader, ids);
    await mirror(leader, [...ids, ...grown, ...streams], nowMs);
    return [];
  });
  await forgetEnded(leader, nowMs);
}

async function processing({ database }: LeaderContext): Promise<string[]> {
  const rows = await database.client.render.findMany({ where: { status: 'PROCESSING' }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Returns the frames that nodes have reported for the running ranges, by render. */
async function framesInProgress(leader: LeaderContext): Promise<Map<string, number>> {
  const live = new Map<string, number>();
  for (const lease of leader.memory.leases) for (const job of lease.running) live.set(job.jobId, job.framesDone);
  const frames = new Map<string, number>();
  if (live.size === 0) return frames;
  const attempts = await leader.database.client.attempt.findMany({
    where: { jobId: { in: [...live.keys()] }, outcome: 'running', task: { kind: 'frames', status: 'RELEASED' } },
    select: { jobId: true, taskId: true, task: { select: { renderId: true, frames: true } } },
  });
  // A range and its speculative attempt are one unit of work: the attempt that is further ahead counts.
  for (const tries of Map.groupBy(attempts, ({ taskId }) => taskId).values()) {
    const task = tries[0]?.task;
    if (task === undefined) continue;
    const done = Math.min(task.frames, Math.max(...tries.map(({ jobId }) => live.get(jobId) ?? 0)));
    frames.set(task.renderId, (frames.get(task.renderId) ?? 0) + done);
  }
  return frames;
}

/** Stores the frames of the completed segments of renders in memory: of those in `changed`, and of unknown ones. */
async function readFinished(
  { database, memory }: LeaderContext,
  renderIds: readonly string[],
  changed: ReadonlySet<string>,
): Promise<void> {
  const ids = renderIds.filter((id) => changed.has(id) || !memory.finishedFrames.has(id));
  if (ids.length === 0) return;
  const rows = await database.client.$queryRaw<DoneFrames[]>`
    SELECT s."renderId", sum(s."endFrame" - s."startFrame") AS frames
    FROM "RenderSegment" s WHERE s."renderId" = ANY(${ids}::text[]) AND s.sha256 IS NOT NULL GROUP BY s."renderId"`;
  for (const id of ids) memory.finishedFrames.set(id, 0);
  for (const { renderId, frames } of rows) memory.finishedFrames.set(renderId, Number(frames));
}

/** Stores the completed frames of renders. Returns the ids of those whose figures grew. */
async function storeFrames(
  leader: LeaderContext,
  running: ReadonlyMap<string, number>,
  changed: readonly string[],
): Promise<string[]> {
  const ids = [...new Set([...changed, ...running.keys()])];
  if (ids.length === 0) return [];
  const counts = ids.map((id) => (leader.memory.finishedFrames.get(id) ?? 0) + (running.get(id) ?? 0));
  const rows = await leader.database.client.$queryRaw<{ id: string }[]>`
    UPDATE "Render" r SET
      "doneFrames" = LEAST(v.frames, r."totalFrames"),
      progress = GREATEST(r.progress,
        LEAST(99, 99 * LEAST(v.frames, r."totalFrames") / GREATEST(r."totalFrames", 1))),
      "updatedAt" = ${new Date()}::timestamp
    FROM unnest(${ids}::text[], ${counts}::int[]) AS v(id, frames)
    WHERE r.id = v.id AND r.status = 'PROCESSING' AND LEAST(v.frames, r."totalFrames") > r."doneFrames"
      AND (SELECT epoch FROM "Leader" WHERE id = 1) = ${leader.epoch}
    RETURNING r.id`;
  return rows.map(({ id }) => id);
}

/**
 * Marks the renders that can be played from now on: MP4 renders whose first segment and audio are stored. Returns their
 * ids.
 */
async function noteStreams(leader: LeaderContext, changed: readonly string[]): Promise<string[]> {
  if (changed.length === 0) return [];
  const rows = await leader.database.client.$queryRaw<{ id: string; createdAt: Date }[]>`
    UPDATE "Render" r SET streamable = true
    WHERE r.id = ANY(${[...changed]}::text[]) AND r.status = 'PROCESSING' AND r.format = 'mp4' AND NOT r.streamable
      AND EXISTS (SELECT 1 FROM "RenderSegment" s WHERE s."renderId" = r.id AND s.index = 0 AND s.sha256 IS NOT NULL)
      AND (r."audioKey" IS NULL OR EXISTS (
        SELECT 1 FROM "Artifact" a WHERE a."accountId" = r."accountId" AND a."contentKey" = r."audioKey"))
      AND (SELECT epoch FROM "Leader" WHERE id = 1) = ${leader.epoch}
    RETURNING r.id, r."createdAt"`;
  for (const { createdAt } of rows) {
    leader.metrics.firstFrameSeconds.observe((Date.now() - createdAt.getTime()) / 1_000);
  }
  return rows.map(({ id }) => id);
}

/** Number of renders at the front of the queue whose positions are sent to open pages. Polls show every position. */
const positionsShown = 20;

/** Writes the records of changed renders to Redis, and those whose position at the front of the queue has changed. */
async function mirror({ database, redis, memory }: LeaderContext, changed: string[], nowMs: number): Promise<void> {
  const front = await database.client.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Render" WHERE status = 'PENDING' AND "parentId" IS NULL
    ORDER BY priority DESC, "createdAt" LIMIT ${positionsShown}`;
  const positions = new Map(front.map(({ id }, place) => [id, place + 1]));
  const moved = [...positions].filter(([id, position]) => memory.queueFront.get(id) !== position);
  const ids = new Set([...changed, ...moved.map(([id]) => id)]);
  const rows: RenderRow[] =
    ids.size === 0 ? [] : await database.client.render.findMany({ where: { id: { in: [...ids] }, parentId: null } });
  const now = new Date(nowMs);
  await Promise.all(
    rows.map((row) => {
      const queuePosition = positions.get(row.id) ?? null;
      return writeMirror(redis, row.accountId, renderRecord(row, { now, queuePosition }));
    }),
  );
  memory.queueFront = positions;
}

const forgetEveryMs = 60_000;

// Done here and not where renders end: a cancel comes from another process, and a result may arrive after the end.
async function forgetEnded({ database, memory }: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - memory.endedForgottenMs < forgetEveryMs) return;
  memory.endedForgottenMs = nowMs;
  const byRender = [memory.msPerFrame, memory.rangeSpeeds, memory.batchOf, memory.finishedFrames];
  const known = new Set(byRender.flatMap((figures) => [...figures.keys()]));
  const rows = await database.client.render.findMany({
    where: { id: { in: [...known] }, status: { in: activeStatuses } },
    select: { id: true },
  });
  const active = new Set(rows.map(({ id }) => id));
  for (const figures of byRender) for (const id of figures.keys()) if (!active.has(id)) figures.delete(id);
  const batches = new Set(memory.batchOf.values());
  for (const batchId of memory.batchMsPerFrame.keys())
    if (!batches.has(batchId)) memory.batchMsPerFrame.delete(batchId);
}

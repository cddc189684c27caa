import { renderRecord, writeMirror } from '../records/index.ts';
import { activeStatuses, type LeaderContext } from './context.ts';

interface DoneFrames {
  renderId: string;
  frames: bigint;
}

/**
 * Updates the number of completed frames and the progress of all active renders, from completed segments and from the
 * frames that nodes report for running ranges. Neither value ever decreases, and progress stays below 100 until the
 * render is complete. Also copies the record of every active render to Redis, and discards the measurements of renders
 * that have ended.
 */
export async function updateProgress(leader: LeaderContext): Promise<void> {
  const frames = await framesByRender(leader);
  const ids = [...frames.keys()];
  if (ids.length > 0) {
    const counts = ids.map((id) => frames.get(id) ?? 0);
    // One statement for all renders, and only for rows whose figures grew.
    await leader.database.client.$executeRaw`
      UPDATE "Render" r SET
        "doneFrames" = LEAST(v.frames, r."totalFrames"),
        progress = GREATEST(r.progress,
          LEAST(99, 99 * LEAST(v.frames, r."totalFrames") / GREATEST(r."totalFrames", 1))),
        "updatedAt" = ${new Date()}::timestamp
      FROM unnest(${ids}::text[], ${counts}::int[]) AS v(id, frames)
      WHERE r.id = v.id AND r.status = 'PROCESSING' AND LEAST(v.frames, r."totalFrames") > r."doneFrames"
        AND (SELECT epoch FROM "Leader" WHERE id = 1) = ${leader.epoch}`;
  }
  await noteStreams(leader);
  forgetEnded(leader, await mirrorActive(leader));
}

/** Marks the renders that can be played from now on: MP4 renders whose first segment and audio are stored. */
async function noteStreams(leader: LeaderContext): Promise<void> {
  await leader.database.client.$executeRaw`
    UPDATE "Render" r SET streamable = true
    WHERE r.status = 'PROCESSING' AND r.format = 'mp4' AND NOT r.streamable
      AND EXISTS (SELECT 1 FROM "RenderSegment" s WHERE s."renderId" = r.id AND s.index = 0 AND s.sha256 IS NOT NULL)
      AND (r."audioKey" IS NULL OR EXISTS (
        SELECT 1 FROM "Artifact" a WHERE a."accountId" = r."accountId" AND a."contentKey" = r."audioKey"))
      AND (SELECT epoch FROM "Leader" WHERE id = 1) = ${leader.epoch}`;
}

async function framesByRender(leader: LeaderContext): Promise<Map<string, number>> {
  const { client } = leader.database;
  const finished = await client.$queryRaw<DoneFrames[]>`
    SELECT s."renderId", sum(s."endFrame" - s."startFrame") AS frames
    FROM "RenderSegment" s JOIN "Render" r ON r.id = s."renderId"
    WHERE r.status = 'PROCESSING' AND s.sha256 IS NOT NULL GROUP BY s."renderId"`;
  const frames = new Map(finished.map((row) => [row.renderId, Number(row.frames)]));

  const live = new Map<string, number>();
  for (const lease of leader.memory.leases) for (const job of lease.running) live.set(job.jobId, job.framesDone);
  if (live.size === 0) return frames;
  const attempts = await client.attempt.findMany({
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

/** Copies the record of every active render to Redis. Returns the ids of the active renders. */
async function mirrorActive(leader: LeaderContext): Promise<Set<string>> {
  const rows = await leader.database.client.render.findMany({
    where: { status: { in: activeStatuses } },
    orderBy: [{ priority: 'desc' }, { createdAt: 'asc' }],
  });
  const now = new Date();
  let queuePosition = 0;
  const shown = rows.filter(({ parentId }) => parentId === null);
  await Promise.all(
    shown.map((row) => {
      if (row.status === 'PENDING') queuePosition += 1;
      return writeMirror(leader.redis, row.accountId, renderRecord(row, { now, queuePosition }));
    }),
  );
  return new Set(rows.map(({ id }) => id));
}

// Done here and not where renders end: a cancel comes from another process, and a result may arrive after the end.
function forgetEnded({ memory }: LeaderContext, active: ReadonlySet<string>): void {
  for (const measured of [memory.msPerFrame, memory.rangeSpeeds, memory.batchOf]) {
    for (const renderId of measured.keys()) if (!active.has(renderId)) measured.delete(renderId);
  }
  const batches = new Set(memory.batchOf.values());
  for (const batchId of memory.batchMsPerFrame.keys())
    if (!batches.has(batchId)) memory.batchMsPerFrame.delete(batchId);
}

import type { Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import { recordRenderEvent } from '../outbox/record-event.ts';
import type { Piece } from '../policy/plan-releases.ts';
import {
  type AudioJob,
  type FramesJob,
  jobIdOf,
  objectKeys,
  PROTOCOL_VERSION,
  parseAudioJob,
  parseFramesJob,
  parseStitchJob,
  type StitchJob,
} from '../protocol/index.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { publishRender } from './publish-render.ts';

/** Behind everything else in a queue: BullMQ's greatest number. */
const lastPriority = 2_097_151;

type TaskRow = Prisma.TaskGetPayload<{ include: { render: true } }>;

interface Released {
  jobId: string;
  kind: string;
  payload: FramesJob | AudioJob | StitchJob;
  /** Set when this is the render's first work. */
  started: string | null;
}

/**
 * Releases one piece: the task and an attempt in the ledger first, then the job. A crash between the two leaves an
 * attempt without a job, which is soon found lost; never a job that nobody knows. Nothing happens when the task was
 * cancelled or released meanwhile.
 */
export async function releasePiece(leader: LeaderContext, queueName: string, piece: Piece): Promise<void> {
  const released = await fenced(leader, (tx) => claim(tx, leader.epoch, piece));
  if (released === null) return;
  await leader.queues.queue(queueName).add(released.kind, released.payload, {
    jobId: released.jobId,
    priority: piece.queuePriority,
  });
  if (released.started !== null) await publishRender(leader, released.started, 'render.started');
}

/**
 * Releases a second attempt of a frame range beside its running one, for nodes other than `avoid`. False: nothing to
 * double, the range has ended or its render has.
 */
export async function releaseTwin(
  leader: LeaderContext,
  queueName: string,
  taskId: string,
  avoid: readonly string[],
): Promise<boolean> {
  const released = await fenced(leader, async (tx) => {
    const task = await tx.task.findFirst({
      where: { id: taskId, status: 'RELEASED', render: { status: { in: activeStatuses } } },
      include: { render: true, ledger: { where: { outcome: 'running' } } },
    });
    if (task === null || task.ledger.length !== 1) return null;
    const attempt = task.attempts + 1;
    await tx.task.update({ where: { id: taskId }, data: { attempts: attempt } });
    const jobId = jobIdOf(taskId, attempt);
    await tx.attempt.create({ data: { id: newId('att'), taskId, number: attempt, jobId, speculative: true } });
    const payload = await payloadOf(tx, task, attempt, leader.epoch);
    return { jobId, payload: { ...payload, avoid: avoid.slice(0, 3) } };
  });
  if (released === null) return false;
  await leader.queues
    .queue(queueName)
    .add('frames', parseFramesJob(released.payload), { jobId: released.jobId, priority: lastPriority });
  return true;
}

async function claim(tx: Prisma.TransactionClient, epoch: number, piece: Piece): Promise<Released | null> {
  // Held until the commit: a cancel that comes meanwhile waits for it, and then finds the piece that is split off here too.
  await tx.$queryRaw`
    SELECT r.id FROM "Render" r JOIN "Task" t ON t."renderId" = r.id WHERE t.id = ${piece.taskId} FOR NO KEY UPDATE OF r`;
  const found = await tx.task.findFirst({
    where: {
      id: piece.taskId,
      status: 'READY',
      firstSegment: piece.firstSegment,
      lastSegment: { gte: piece.lastSegment },
      render: { status: { in: activeStatuses } },
    },
    include: { render: true },
  });
  if (found === null) return null;
  const started = await tx.render.updateMany({
    where: { id: found.renderId, status: 'PENDING' },
    data: { status: 'PROCESSING', startedAt: found.render.startedAt ?? new Date(), epoch },
  });
  if (started.count === 1) {
    await recordRenderEvent(tx, 'render.started', await tx.render.findUniqueOrThrow({ where: { id: found.renderId } }));
  }
  const task = piece.lastSegment < found.lastSegment ? await splitOff(tx, found, piece) : await claimWhole(tx, found);
  if (task === null) return null;
  const attempt = task.attempts + 1;
  const jobId = jobIdOf(task.id, attempt);
  await tx.attempt.create({ data: { id: newId('att'), taskId: task.id, number: attempt, jobId } });
  const payload = await payloadOf(tx, task, attempt, epoch);
  return { jobId, kind: task.kind, payload, started: started.count === 1 ? task.renderId : null };
}

// The update is conditional: a cancel may have come between the look and here.
async function claimWhole(tx: Prisma.TransactionClient, found: TaskRow): Promise<TaskRow | null> {
  const { count } = await tx.task.updateMany({
    where: { id: found.id, status: 'READY' },
    data: { status: 'RELEASED', attempts: found.attempts + 1 },
  });
  return count === 0 ? null : found;
}

// The remainder keeps the task's id and stays ready; the piece becomes a task of its own.
async function splitOff(tx: Prisma.TransactionClient, found: TaskRow, piece: Piece): Promise<TaskRow | null> {
  const segments = await tx.renderSegment.findMany({
    where: { renderId: found.renderId, index: { gte: piece.firstSegment, lte: piece.lastSegment } },
    select: { startFrame: true, endFrame: true },
  });
  const frames = segments.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  const { count } = await tx.task.updateMany({
    where: { id: found.id, status: 'READY', firstSegment: piece.firstSegment },
    data: { firstSegment: piece.lastSegment + 1, frames: { decrement: frames } },
  });
  if (count === 0) return null;
  return tx.task
    .create({
      data: {
        id: newId('t'),
        renderId: found.renderId,
        kind: found.kind,
        status: 'RELEASED',
        firstSegment: piece.firstSegment,
        lastSegment: piece.lastSegment,
        frames,
        attempts: 1,
      },
      include: { render: true },
    })
    .then((task) => ({ ...task, attempts: 0 }));
}

async function payloadOf(tx: Prisma.TransactionClient, task: TaskRow, attempt: number, epoch: number) {
  const { render } = task;
  const shared = {
    v: PROTOCOL_VERSION,
    renderId: render.id,
    accountId: render.accountId,
    taskId: task.id,
    attempt,
    epoch,
    fingerprint: render.fingerprint,
  } as const;
  const documentKey = objectKeys.document(render.id);
  if (task.kind === 'audio') return parseAudioJob({ ...shared, documentKey, contentKey: render.audioKey });
  if (task.kind === 'stitch') {
    return parseStitchJob({ ...shared, manifestKey: objectKeys.manifest(render.id), exportKey: render.exportKey });
  }
  const where = { renderId: render.id, index: { gte: task.firstSegment, lte: task.lastSegment } };
  const segments = await tx.renderSegment.findMany({
    where,
    orderBy: { index: 'asc' },
    select: { index: true, startFrame: true, endFrame: true, contentKey: true },
  });
  await tx.renderSegment.updateMany({ where, data: { taskId: task.id } });
  return parseFramesJob({ ...shared, documentKey, segments });
}

import type { Prisma } from '@framemill/infra';
import { recordRenderEvent } from '../outbox/record-event.ts';
import { updatedMsPerFrame } from '../policy/range-size.ts';
import { type AudioResult, type FramesResult, ProtocolError, type StitchResult } from '../protocol/index.ts';
import { type AttemptRow, endAttempt, forgetAttempt } from './attempts.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { publishRender } from './publish-render.ts';

/** Finished ranges of a render that its stragglers are measured by. */
const speedsKept = 200;

interface StoredArtifact {
  contentKey: string;
  sha256: string;
  sizeBytes: number;
  frames: number;
}

/**
 * Takes over the segments of a frame range: artifacts of the account, and done for every segment of the render that
 * shows the same. Throws `ProtocolError` when a segment of the range is not among them.
 */
export async function settleFrames(leader: LeaderContext, attempt: AttemptRow, result: FramesResult): Promise<void> {
  const { render, ...task } = attempt.task;
  const fresh = await fenced(leader, async (tx) => {
    const wanted = await tx.renderSegment.findMany({
      where: { renderId: render.id, index: { gte: task.firstSegment, lte: task.lastSegment } },
      select: { index: true, contentKey: true },
    });
    const delivered = new Set(result.segments.map(({ contentKey }) => contentKey));
    const absent = wanted.find(({ contentKey }) => !delivered.has(contentKey));
    // After a new plan the range of a cancelled task means other segments: then whatever fits is taken.
    if (absent !== undefined && task.status !== 'CANCELLED') {
      throw new ProtocolError(`frames result of ${attempt.jobId}: segment ${absent.index} is missing.`);
    }
    for (const artifact of await storeArtifacts(tx, leader, render.accountId, result.segments)) {
      await tx.renderSegment.updateMany({
        where: { renderId: render.id, contentKey: artifact.contentKey, sha256: null },
        data: { sha256: artifact.sha256 },
      });
    }
    return finishTask(tx, attempt, result.nodeId);
  });
  if (!fresh) return;

  const frames = result.segments.reduce((sum, segment) => sum + segment.frames, 0);
  const { msPerFrame, rangeSpeeds, extraWork } = leader.memory;
  msPerFrame.set(render.id, updatedMsPerFrame(msPerFrame.get(render.id) ?? null, result.renderMs, frames));
  const speeds = rangeSpeeds.get(render.id) ?? [];
  rangeSpeeds.set(render.id, [...speeds, result.renderMs / Math.max(1, frames)].slice(-speedsKept));
  extraWork.doneFrames += frames;
  forgetAttempt(leader, attempt, 'done');
  leader.metrics.segments.inc({ source: 'rendered' }, result.segments.length);
}

/** Takes over the audio mix of a render. */
export async function settleAudio(leader: LeaderContext, attempt: AttemptRow, result: AudioResult): Promise<void> {
  const { render } = attempt.task;
  const contentKey = render.audioKey;
  const fresh = await fenced(leader, async (tx) => {
    if (contentKey !== null) {
      const { sha256, sizeBytes, samples } = result;
      await storeArtifacts(tx, leader, render.accountId, [{ contentKey, sha256, sizeBytes, frames: samples }]);
    }
    return finishTask(tx, attempt, result.nodeId);
  });
  if (fresh) forgetAttempt(leader, attempt, 'done');
}

/**
 * Commits a render as COMPLETED: one conditional update under the leader's epoch. A second stitch, a cancelled render
 * or a render that is being planned again is left as it is.
 */
export async function settleStitch(leader: LeaderContext, attempt: AttemptRow, result: StitchResult): Promise<void> {
  const { render } = attempt.task;
  const committed = await fenced(leader, async (tx) => {
    const fresh = await finishTask(tx, attempt, result.nodeId);
    const { count } = await tx.render.updateMany({
      where: { id: render.id, status: { in: activeStatuses }, stage: 'stitching', epoch: { lte: leader.epoch } },
      data: {
        status: 'COMPLETED',
        stage: 'done',
        progress: 100,
        doneFrames: render.totalFrames,
        url: `/${render.exportKey ?? ''}`,
        fileSizeBytes: BigInt(result.sizeBytes),
        durationSec: result.durationSec,
        completedAt: new Date(),
        epoch: leader.epoch,
      },
    });
    if (count === 1) {
      const row = await tx.render.findUniqueOrThrow({ where: { id: render.id } });
      await recordRenderEvent(tx, 'render.completed', row);
    }
    return { fresh, completed: count === 1 };
  });
  if (committed.fresh) forgetAttempt(leader, attempt, 'done');
  if (!committed.completed) return;
  leader.log.info({ renderId: render.id, sizeBytes: result.sizeBytes }, 'render completed');
  await publishRender(leader, render.id, 'render.completed');
}

// The first commit wins. Another sha under the same content key means that two engines with equal fingerprints drew
// different bytes: worth a warning, harmless to the render, because only the first is ever stitched.
async function storeArtifacts(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  accountId: string,
  artifacts: readonly StoredArtifact[],
): Promise<{ contentKey: string; sha256: string }[]> {
  await tx.artifact.createMany({
    data: artifacts.map(({ contentKey, sha256, sizeBytes, frames }) => ({
      accountId,
      contentKey,
      sha256,
      sizeBytes: BigInt(sizeBytes),
      frames,
    })),
    skipDuplicates: true,
  });
  const stored = await tx.artifact.findMany({
    where: { accountId, contentKey: { in: artifacts.map(({ contentKey }) => contentKey) } },
    select: { contentKey: true, sha256: true },
  });
  for (const { contentKey, sha256 } of stored) {
    const other = artifacts.find((artifact) => artifact.contentKey === contentKey && artifact.sha256 !== sha256);
    if (other !== undefined)
      leader.log.warn({ contentKey, sha256, other: other.sha256 }, 'one content key, two results');
  }
  return stored;
}

// A given-up attempt may deliver while the task waits to be tried again: then there is nothing left to try.
async function finishTask(tx: Prisma.TransactionClient, attempt: AttemptRow, nodeId: string): Promise<boolean> {
  await tx.task.updateMany({
    where: { id: attempt.taskId, status: { in: ['READY', 'RELEASED'] } },
    data: { status: 'DONE', doneAt: new Date() },
  });
  return endAttempt(tx, attempt, 'done', { nodeId });
}

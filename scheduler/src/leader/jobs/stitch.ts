import { inSpan, type Prisma, withinTrace } from '@framemill/infra';
import { recordRenderEvent } from '../../outbox.ts';
import { type AudioResult, audioJob, objectKeys, type StitchResult, stitchJob } from '../../protocol/index.ts';
import { finished } from '../advance-outputs.ts';
import { type AttemptRow, endAttempt, forgetAttempt } from '../attempts.ts';
import { activeStatuses, fenced, type LeaderContext } from '../context.ts';
import { lockRenders, noteWaiting, publishRender } from '../render-state.ts';
import type { TaskJob } from './task-job.ts';

/** Task kind that mixes the audio of a render. */
export const audioTask: TaskJob = {
  kind: audioJob,
  countsForRender: false,
  describe: () => 'The audio mix',
  payload: ({ render }, shared) =>
    audioJob.parse({ ...shared, documentKey: objectKeys.document(render.id), contentKey: render.audioKey }),
  complete: (leader, attempt, value) => completeAudio(leader, attempt, audioJob.parseResult(value)),
};

/** Task kind that muxes a render's segments and audio into the output file. */
export const stitchTask: TaskJob = {
  kind: stitchJob,
  countsForRender: true,
  describe: () => 'Muxing the segments',
  payload: ({ render }, shared) =>
    stitchJob.parse({ ...shared, manifestKey: objectKeys.manifest(render.id), exportKey: render.exportKey }),
  complete: (leader, attempt, value) => completeStitch(leader, attempt, stitchJob.parseResult(value)),
};

/** Stores the audio mix of a render and completes its task. */
async function completeAudio(leader: LeaderContext, attempt: AttemptRow, result: AudioResult): Promise<void> {
  const { render } = attempt.task;
  const contentKey = render.audioKey;
  const fresh = await fenced(leader, async (tx) => {
    if (contentKey !== null) {
      const { sha256, sizeBytes } = result;
      const mix = { accountId: render.accountId, contentKey, sha256, sizeBytes: BigInt(sizeBytes), frames: 0 };
      // The first commit wins.
      await tx.artifact.createMany({ data: [mix], skipDuplicates: true });
    }
    return finishTask(tx, attempt, result.nodeId);
  });
  // Other renders of the account may wait for the same mix.
  const sharing = await leader.database.client.render.findMany({
    where: { accountId: render.accountId, audioKey: contentKey, status: { in: activeStatuses } },
    select: { id: true },
  });
  leader.memory.changes.note([render.id, ...sharing.map(({ id }) => id)]);
  if (fresh) forgetAttempt(leader, attempt, 'done');
}

/**
 * Stores the finished file of a render with one conditional update under the leader's epoch. A render with quality
 * limits is measured next. A render without quality limits and without additional outputs becomes COMPLETED. A second
 * mux result, a cancelled render, and a render that is being planned again change nothing.
 */
async function completeStitch(leader: LeaderContext, attempt: AttemptRow, result: StitchResult): Promise<void> {
  const { render } = attempt.task;
  const isChecked = render.qc !== null;
  const span = leader.tracing.begin('commit', render.traceparent, { attributes: { render: render.id } });
  const commit = async (tx: Prisma.TransactionClient) => {
    const fresh = await finishTask(tx, attempt, result.nodeId);
    const { count } = await tx.render.updateMany({
      where: { id: render.id, status: { in: activeStatuses }, stage: 'stitching', epoch: { lte: leader.epoch } },
      data: {
        ...(isChecked ? { stage: 'checking', progress: 99 } : finished(render, result)),
        doneFrames: render.totalFrames,
        url: `/${render.exportKey ?? ''}`,
        fileSizeBytes: BigInt(result.sizeBytes),
        durationSec: result.durationSec,
        epoch: leader.epoch,
      },
    });
    if (count === 1 && isChecked) {
      await tx.renderReport.createMany({ data: [{ renderId: render.id }], skipDuplicates: true });
    }
    const completed = count === 1 && !isChecked && render.outputs === null;
    if (completed) {
      const row = await tx.render.findUniqueOrThrow({ where: { id: render.id } });
      await recordRenderEvent(tx, 'render.completed', row);
    }
    return { fresh, completed };
  };
  const committed = await inSpan(span, () => fenced(leader, commit));
  leader.memory.changes.note([render.id]);
  if (committed.fresh) forgetAttempt(leader, attempt, 'done');
  if (!committed.completed) return;
  withinTrace(render.traceparent, () =>
    leader.log.info({ renderId: render.id, sizeBytes: result.sizeBytes }, 'render completed'),
  );
  await publishRender(leader, render.id, 'render.completed');
}

// An attempt that was given up may still deliver while its task waits for another try: the task is done then.
async function finishTask(tx: Prisma.TransactionClient, attempt: AttemptRow, nodeId: string): Promise<boolean> {
  await lockRenders(tx, [attempt.task.renderId]);
  await noteWaiting(tx, [attempt.task.renderId], null);
  await tx.task.updateMany({
    where: { id: attempt.taskId, status: { in: ['READY', 'RELEASED'] } },
    data: { status: 'DONE', doneAt: new Date() },
  });
  return endAttempt(tx, attempt, 'done', { nodeId });
}

import type { Prisma } from '@framemill/infra';
import { type JobFailure, objectKeys } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { isLost } from './lost-objects.ts';

/**
 * Maximum number of repairs of a render. A store that loses objects so often will not keep the next copies either. A
 * mux reports up to 64 objects at a time.
 */
const mostMendings = 10;

/**
 * Checks whether this store has lost the objects that a node reported as missing, because the node may only use
 * another store. Returns the failure to record when an object is lost: a manifest is then written again, whereas a
 * document or a source ends the render with advice for the user. null: nothing is lost.
 */
export async function lossOf(
  leader: LeaderContext,
  attempt: AttemptRow,
  reported: JobFailure,
): Promise<JobFailure | null> {
  if (reported.kind !== 'interrupted') return null;
  const { accountId, renderId } = { ...attempt.task.render, ...attempt.task };
  for (const key of reported.missingKeys ?? []) {
    if (!(await isLost(leader, key))) continue;
    if (key === objectKeys.manifest(renderId)) return { ...reported, kind: 'failed', missingKeys: [key] };
    const media = await leader.database.client.media.findFirst({
      where: { accountId, objectKey: key },
      select: { name: true },
    });
    const message =
      media === null
        ? `The object "${key}" is missing from the object store. Render the project again.`
        : `The file of the media "${media.name}" is missing from the object store. Upload the file again.`;
    return { ...reported, kind: 'fatal', message };
  }
  return null;
}

/**
 * Whether rendering again can repair a failure: it reports missing objects that the farm itself has produced. Such a
 * failure does not count against the render.
 */
export async function isMendable(
  tx: Prisma.TransactionClient,
  { task }: AttemptRow,
  { kind, missingKeys = [] }: JobFailure,
): Promise<boolean> {
  if (kind !== 'failed' || task.kind !== 'stitch' || missingKeys.length === 0) return false;
  const mended = await tx.task.count({ where: { renderId: task.renderId, kind: 'stitch', status: 'FAILED' } });
  return mended < mostMendings;
}

/**
 * Deletes the artifacts of objects that a mux found missing or damaged and has the render planned again. The new plan
 * produces those objects anew and reuses all others.
 */
export async function makeObjectsAgain(
  tx: Prisma.TransactionClient,
  { task }: AttemptRow,
  { missingKeys = [] }: JobFailure,
): Promise<void> {
  const hashes = missingKeys.map((key) => key.split('/').at(-1) ?? '');
  await tx.artifact.deleteMany({ where: { accountId: task.render.accountId, sha256: { in: hashes } } });
  await tx.task.updateMany({ where: { id: task.id, status: 'RELEASED' }, data: { status: 'FAILED' } });
  await tx.render.updateMany({
    where: { id: task.renderId, status: { in: activeStatuses } },
    data: { stage: 'planning' },
  });
}

import type { Prisma } from '@framemill/infra';
import { type JobFailure, objectKeys } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { isLost } from './lost-objects.ts';

/** A store that loses what is written so often will not keep it the next time either. A stitch names 64 objects at a time. */
const mostMendings = 10;

/**
 * What a node misses it may just not see, having another store. Comes back as a failure when this store has lost it as well: a
 * manifest is written again, a document or a source ends the render with a word on what to do.
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
        ? `"${key}" is gone from the object store. Render the project again.`
        : `the file of the media "${media.name}" is gone from the object store. Upload it again.`;
    return { ...reported, kind: 'fatal', message };
  }
  return null;
}

/** Whether rendering again can mend a failure: it names stored objects that the farm itself has made. Then nothing is counted. */
export async function isMendable(
  tx: Prisma.TransactionClient,
  { task }: AttemptRow,
  { kind, missingKeys = [] }: JobFailure,
): Promise<boolean> {
  if (kind !== 'failed' || task.kind !== 'stitch' || missingKeys.length === 0) return false;
  const mended = await tx.task.count({ where: { renderId: task.renderId, kind: 'stitch', status: 'FAILED' } });
  return mended < mostMendings;
}

/** Forgets objects that a stitch did not find whole; planning again makes those anew and finds all the others. */
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

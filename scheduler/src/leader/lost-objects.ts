import { headTwice, type Prisma, readObject, WrongBytes } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { type JobFailure, objectKeys } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';

/**
 * Maximum number of missing objects stored in memory. A store with more missing objects has lost everything, which is
 * noticed anyway.
 */
const mostRemembered = 10_000;

/**
 * Whether this store has lost an object, or its JSON is unreadable. Returns true only when two checks, at least
 * `lossPatienceMs` apart, missed the object and none between them found it. Until then the caller continues as if the
 * object existed, and calls again.
 */
async function isLost(leader: LeaderContext, key: string): Promise<boolean> {
  return believed(leader, key, !(await isThere(leader, key)));
}

/** Records the result of one check of an object. Returns whether the object counts as lost by now. */
export function believed(
  { memory, lossPatienceMs }: Pick<LeaderContext, 'memory' | 'lossPatienceMs'>,
  key: string,
  missing: boolean,
  nowMs = Date.now(),
): boolean {
  const { missingSince } = memory;
  if (!missing) {
    missingSince.delete(key);
    return false;
  }
  const since = missingSince.get(key);
  if (since !== undefined && nowMs - since >= lossPatienceMs) {
    missingSince.delete(key);
    return true;
  }
  if (since === undefined && missingSince.size < mostRemembered) missingSince.set(key, nowMs);
  return false;
}

async function isThere({ store }: LeaderContext, key: string): Promise<boolean> {
  try {
    if (!key.endsWith('.json')) return (await headTwice(store, key)) !== null;
    await readObject(store, key, (bytes) => JSON.parse(bytes.toString('utf8')), { mustExist: true, wrongMs: 500 });
    return true;
  } catch (error) {
    const isGone = error instanceof FramemillError && error.code === 'not_found';
    if (isGone || error instanceof WrongBytes || error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Maximum number of times that lost objects of one render are produced again. A store that loses objects more often
 * would lose the new ones, too. A mux reports up to 64 objects at a time.
 */
const mostMendings = 10;

/**
 * Checks whether the leader's own store has lost the objects that a node reported as missing, because the node may be
 * configured with another store. Returns the failure to record for the first lost object. A lost manifest is written
 * again, whereas a lost document or source ends the render with advice for the user. null: nothing is lost.
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
 * Whether rendering again can repair a failure of a mux: the failure reports missing objects that the farm itself
 * produced. Such a failure does not count against the render, up to ten times per render.
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
 * Deletes the artifacts (segments and audio mixes) that a mux found missing or damaged, and marks the render to be
 * planned again. The new plan produces these artifacts again and reuses all others.
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

const headsAtOnce = 16;
/**
 * Time in ms for which an object found in the store is not checked again, because thousands of videos that share
 * segments may be planned in a row. If the object is lost nevertheless, the node that muxes it reports it as missing,
 * and it is produced again.
 */
const believedMs = 60_000;
const mostBelieved = 20_000;

/**
 * Returns the stored artifacts that an account has for some content keys, as content key -> sha256, and marks them as
 * used now. A row whose object is missing from the store is deleted, so that the artifact is produced again. Objects
 * found within the last minute are not checked again.
 */
export async function usableArtifacts(
  leader: LeaderContext,
  accountId: string,
  contentKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await leader.database.client.artifact.findMany({
    where: { accountId, contentKey: { in: [...new Set(contentKeys)] } },
    select: { contentKey: true, sha256: true },
  });
  const usable = new Map<string, string>();
  const gone: string[] = [];
  for (let start = 0; start < rows.length; start += headsAtOnce) {
    const some = rows.slice(start, start + headsAtOnce);
    const heads = await Promise.all(
      some.map(({ contentKey, sha256 }) => isInStore(leader, objectKeys.segment(accountId, contentKey, sha256))),
    );
    for (const [position, { contentKey, sha256 }] of some.entries()) {
      if (!heads[position]) gone.push(contentKey);
      else usable.set(contentKey, sha256);
    }
  }
  if (rows.length === 0) return usable;
  return fenced(leader, async (tx) => {
    if (gone.length > 0) await tx.artifact.deleteMany({ where: { accountId, contentKey: { in: gone } } });
    // Retention depends on the last use: an artifact that is marked here is not swept while the render needs it, and
    // one that was swept a moment ago is not among the marked ones.
    const marked = await tx.artifact.updateManyAndReturn({
      where: { accountId, contentKey: { in: [...usable.keys()] } },
      data: { lastUsedAt: new Date() },
      select: { contentKey: true, sha256: true },
    });
    return new Map(marked.map(({ contentKey, sha256 }) => [contentKey, sha256]));
  });
}

async function isInStore({ store, memory }: LeaderContext, key: string): Promise<boolean> {
  const nowMs = Date.now();
  const { seenInStore } = memory;
  if (nowMs - (seenInStore.get(key) ?? 0) < believedMs) return true;
  seenInStore.delete(key);
  if ((await headTwice(store, key)) === null) return false;
  // A Map iterates in insertion order: the oldest keys come first.
  for (const old of seenInStore.keys()) {
    if (seenInStore.size < mostBelieved) break;
    seenInStore.delete(old);
  }
  seenInStore.set(key, nowMs);
  return true;
}

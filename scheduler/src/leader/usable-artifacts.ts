import { headTwice } from '@framemill/infra';
import { objectKeys } from '../protocol/index.ts';
import { fenced, type LeaderContext } from './context.ts';

const headsAtOnce = 16;
/**
 * Time in ms for which an object found in the store counts as present without another check: videos that share
 * segments are planned by the thousand. If it is lost all the same, the node that muxes it reports it as missing, and
 * it is produced again.
 */
const believedMs = 60_000;
const mostBelieved = 20_000;

/**
 * Returns the stored artifacts of an account among some content keys, as content key -> sha256, and marks them as used
 * now. A row whose object is missing from the store is deleted, so that the artifact is produced again. Objects found
 * within the last minute are not checked again.
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
      some.map(({ contentKey, sha256 }) => isThere(leader, objectKeys.segment(accountId, contentKey, sha256))),
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

async function isThere({ store, memory }: LeaderContext, key: string): Promise<boolean> {
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

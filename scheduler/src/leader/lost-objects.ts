import { headTwice, readObject, WrongBytes } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import type { LeaderContext } from './context.ts';

/** Maximum number of missing objects remembered. More means a store that lost everything, which is noticed anyway. */
const mostRemembered = 10_000;

/**
 * Whether this store has lost an object, or its JSON is unreadable. Returns true only when two checks, at least
 * `lossPatienceMs` apart, missed the object and none between them found it. Until then the caller continues as if the
 * object existed, and calls again.
 */
export async function isLost(leader: LeaderContext, key: string): Promise<boolean> {
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

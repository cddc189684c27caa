import type { Document } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/**
 * Lifetime, in seconds, of the stored list of parts that recent saves changed, and the maximum number of revisions per
 * project.
 */
const KEPT_SEC = 86_400;
const KEPT_REVS = 200;
/**
 * Maximum number of changed parts stored for one save. If more were changed, every part of the project counts as
 * changed.
 */
const MOST_PARTS = 500;

/**
 * Returns the parts that differ between two states of a document: `settings`, `markers`, `track <id>`, `clip <id>` and
 * `composition <id>`.
 * Parts are compared by reference first, because the command reducer reuses unchanged objects. They are then compared
 * by content, because a worker thread may have copied them.
 */
export function touchedParts(before: Document, after: Document): Set<string> {
  const parts = new Set<string>();
  if (differ(before.settings, after.settings)) parts.add('settings');
  if (differ(before.markers, after.markers)) parts.add('markers');
  for (const id of changedIds(before.tracks, after.tracks)) parts.add(`track ${id}`);
  for (const id of changedIds(before.clips, after.clips)) parts.add(`clip ${id}`);
  for (const id of changedIds(before.compositions ?? [], after.compositions ?? [])) parts.add(`composition ${id}`);
  return parts;
}

type Listed = { id: string | number };

function changedIds(before: readonly Listed[], after: readonly Listed[]): Set<string | number> {
  const ids = new Set<string | number>();
  if (before === after) return ids;
  const was = new Map(before.map((item) => [item.id, item]));
  for (const item of after) {
    if (differ(was.get(item.id), item)) ids.add(item.id);
    was.delete(item.id);
  }
  for (const id of was.keys()) ids.add(id);
  return ids;
}

function differ(before: unknown, after: unknown): boolean {
  return before !== after && JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * Stores the parts that revision `rev` changed, for `touchedSince`.
 * If Redis is unavailable, no data is lost, but later edits that are based on an older revision are refused.
 */
export async function noteTouched(
  { redis, log }: Pick<ApiDeps, 'redis' | 'log'>,
  projectId: string,
  rev: number,
  parts: ReadonlySet<string>,
): Promise<void> {
  const key = keyOf(projectId);
  const text = parts.size > MOST_PARTS ? EVERYTHING : JSON.stringify([...parts]);
  try {
    await redis
      .pipeline()
      .hset(key, String(rev), text)
      .hdel(key, String(rev - KEPT_REVS))
      .expire(key, KEPT_SEC)
      .exec();
  } catch (error) {
    log.debug({ err: error, projectId }, 'the changed parts of an edit could not be stored in Redis');
  }
}

/**
 * Returns the parts changed by the saves after revision `rev`, up to and including the current revision `present`.
 * Returns `null` when the changed parts of one of these saves are unknown.
 */
export async function touchedSince(
  { redis }: Pick<ApiDeps, 'redis'>,
  projectId: string,
  rev: number,
  present: number,
): Promise<Set<string> | null> {
  if (rev > present || present - rev > KEPT_REVS) return null;
  const revs = Array.from({ length: present - rev }, (_, at) => String(rev + 1 + at));
  if (revs.length === 0) return new Set();
  const kept = await redis.hmget(keyOf(projectId), ...revs);
  const parts = new Set<string>();
  for (const text of kept) {
    if (text === null || text === EVERYTHING) return null;
    for (const part of JSON.parse(text) as string[]) parts.add(part);
  }
  return parts;
}

const EVERYTHING = '*';

function keyOf(projectId: string): string {
  return `fm:project:touched:${projectId}`;
}

import type { Redis } from '@framemill/infra';
import { mirrorTtlMs, redisChannels, redisKeys } from '../protocol/index.ts';
import { isFinal, type RenderRecord } from './render-record.ts';

// Scheduler and API write independently: a late write must not revert a final status or the progress.
const writeScript = `
local held = redis.call('GET', KEYS[1])
if held then
  local known = cjson.decode(held)
  if known.removed then return 0 end
  local old = known.record
  local new = cjson.decode(ARGV[1]).record
  local final = { COMPLETED = true, FAILED = true, CANCELLED = true }
  if final[old.status] and not final[new.status] then return 0 end
  if final[old.status] and old.updatedAt > new.updatedAt then return 0 end
  if not final[new.status] and old.progress > new.progress then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if held ~= ARGV[1] then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
return 1
`;

/**
 * Writes the copy of a render's record in Redis that the API polls, and publishes changes to the account's open pages.
 * Call it as soon as the record was read: polls use the copy for 1.5 s from now, even if Redis executes the write
 * later. A record that is older than the copy is ignored. The copy of a render that has not ended expires when polls
 * stop to use it; that of an ended render stays for an hour, so that no late write replaces it.
 */
export async function writeMirror(redis: Redis, accountId: string, record: RenderRecord): Promise<void> {
  const text = JSON.stringify({ accountId, record, readMs: Date.now() });
  const event = JSON.stringify({ type: 'render', record });
  const channel = redisChannels.accountEvents(accountId);
  const ttlMs = isFinal(record.status) ? mirrorTtlMs.ended : mirrorTtlMs.active;
  await redis.eval(writeScript, 1, redisKeys.render(record.id), text, ttlMs, channel, event);
}

/**
 * Replaces the copy of a render's record in Redis by a mark that the render was removed, and publishes this to the
 * account's open pages. While the mark exists, a process that still works for the render cannot write the copy again.
 */
export async function removeMirror(redis: Redis, accountId: string, renderId: string): Promise<void> {
  await redis.set(redisKeys.render(renderId), JSON.stringify({ removed: true }), 'PX', mirrorTtlMs.ended);
  const event = JSON.stringify({ type: 'render-removed', renderId });
  await redis.publish(redisChannels.accountEvents(accountId), event);
}

/**
 * Returns the account's render from `text`, the copy that `writeMirror` stored. Returns null when a poll must read
 * PostgreSQL instead: without a copy, with the mark of a removed render, for another account's copy, for a render that
 * has ended but whose files may still be delivered, because its deliveries change without a new copy, and for a copy
 * that is older than 1.5 s by the clock of this process. After a failover, Redis may have an old copy again, execute an
 * old write, or have the end of a render that PostgreSQL has lost.
 */
export function readMirror(text: string | null, accountId: string, nowMs = Date.now()): RenderRecord | null {
  if (text === null) return null;
  // Only `writeMirror` writes these keys, and this runs thousands of times a second, so not every field is validated.
  const { record, readMs = 0, ...mirror }: Partial<RenderMirror> = JSON.parse(text) ?? {};
  if (record === undefined || mirror.accountId !== accountId || nowMs - readMs > mirrorTtlMs.active) return null;
  return isFinal(record.status) && record.deliveries !== null ? null : record;
}

interface RenderMirror {
  readonly accountId: string;
  readonly record: RenderRecord;
  /** Time in ms since the epoch at which the record was read from PostgreSQL. Absent in earlier software versions. */
  readonly readMs?: number;
}

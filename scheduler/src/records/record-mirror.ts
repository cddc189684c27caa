import type { Redis } from '@framemill/infra';
import { mirrorTtlSec, redisChannels, redisKeys } from '../protocol/index.ts';
import type { RenderRecord } from './render-record.ts';

// Scheduler and API write independently: a late write must not revert a final status or the progress.
const writeScript = `
local held = redis.call('GET', KEYS[1])
if held then
  local old = cjson.decode(held).record
  local new = cjson.decode(ARGV[1]).record
  local final = { COMPLETED = true, FAILED = true, CANCELLED = true }
  if final[old.status] and not final[new.status] then return 0 end
  if final[old.status] and old.updatedAt > new.updatedAt then return 0 end
  if not final[new.status] and old.progress > new.progress then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
if held ~= ARGV[1] then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
return 1
`;

/**
 * Writes the mirror that the API polls, and publishes changes to the account's open pages. A record that is older than
 * the mirrored one is ignored.
 */
export async function writeMirror(redis: Redis, accountId: string, record: RenderRecord): Promise<void> {
  const text = JSON.stringify({ accountId, record });
  const event = JSON.stringify({ type: 'render', record });
  const channel = redisChannels.accountEvents(accountId);
  await redis.eval(writeScript, 1, redisKeys.render(record.id), text, mirrorTtlSec, channel, event);
}

/** Events of a render's lifecycle; the names are those of the webhooks. */
export type RenderEvent =
  `render.${'started' | 'completed' | 'failed' | 'cancelled' | 'delivered' | 'delivery_failed'}`;

/**
 * Publishes a change of state to the current subscribers. Best effort: a client that must not miss one reads the
 * database.
 */
export async function announce(
  redis: Redis,
  type: RenderEvent,
  render: { renderId: string; accountId: string },
): Promise<void> {
  await redis.publish(redisChannels.events, JSON.stringify({ type, ...render }));
}

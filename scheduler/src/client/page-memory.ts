import type { Redis } from '@framemill/infra';
import { type JobFailure, redisKeys } from '../protocol/index.ts';

/** Page or document that hung, crashed or navigated away when it was rendered. */
export type FaultyPage = NonNullable<JobFailure['faultyPage']>;

/** Duration for which previews of a faulty page are refused, in ms. A page that was changed has another hash. */
export const refusedMs = 600_000;

/** Advice for the user in errors about a refused page; it states the duration of the refusal. */
export const refusedFor = `Change the html clips, or try again in ${refusedMs / 60_000} minutes.`;

/**
 * Maximum number of faulty pages stored for one account; the oldest are removed first. Previews of an account's pages
 * run one at a time, so an account has few.
 */
const mostFaultyPages = 1_000;

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const rememberScript = `${now}
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 100)
for _, sha in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1 - ARGV[4])) do old[#old + 1] = sha end
for _, sha in ipairs(old) do
  redis.call('ZREM', KEYS[1], sha)
  redis.call('HDEL', KEYS[2], sha)
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
`;
const recallScript = `${now}
for _, sha in ipairs(ARGV) do
  local refused = redis.call('ZSCORE', KEYS[1], sha)
  if refused and tonumber(refused) > now then return {sha, redis.call('HGET', KEYS[2], sha) or ''} end
end
return false
`;

/**
 * Stores a faulty page (one that hung, crashed or navigated away), so that every process refuses the account's previews
 * of the page for `refusedMs`. Other accounts with the same page are not refused: a refusal would reveal to them that
 * another account had tried the page.
 */
export async function rememberFaultyPage(
  redis: Redis,
  accountId: string,
  { sha256, reason }: FaultyPage,
  most = mostFaultyPages,
): Promise<void> {
  await redis.eval(rememberScript, 2, ...keysOf(accountId), sha256, reason, refusedMs, most);
}

/**
 * Lowers the priority of previews of an account's pages below all other previews for `refusedMs`, because its next page
 * may fail as well.
 */
export async function putPagesLast(redis: Redis, accountId: string): Promise<void> {
  await redis.set(redisKeys.pagesLast(accountId), '1', 'PX', refusedMs);
}

/** Whether previews with HTML pages of an account now have a lower priority than those of other accounts. */
export async function arePagesLast(redis: Redis, accountId: string): Promise<boolean> {
  return (await redis.exists(redisKeys.pagesLast(accountId))) === 1;
}

/** Returns the first of these page hashes whose previews are refused for the account now; null: none is refused. */
export async function recallFaultyPage(
  redis: Redis,
  accountId: string,
  hashes: readonly string[],
): Promise<FaultyPage | null> {
  if (hashes.length === 0) return null;
  const found = await redis.eval(recallScript, 2, ...keysOf(accountId), ...hashes);
  if (!Array.isArray(found)) return null;
  const [sha256, reason] = found;
  return { sha256: String(sha256), reason: String(reason) };
}

function keysOf(accountId: string): [string, string] {
  return [redisKeys.faultyPages(accountId), redisKeys.faultyPageReasons(accountId)];
}

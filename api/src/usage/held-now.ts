import { randomUUID } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';

/**
 * Kinds of resources that are counted per account while API processes hold them. `fileBytes`: bytes of uploads and
 * imports in progress, which are on disk. `bodyBytes`: bytes of request bodies in memory. `heavyCalls`: expensive calls
 * that are queued for a worker thread, run on one, or have an answer that is not yet sent. A new kind needs an entry
 * here and one in `buildApp`.
 */
export const heldKinds = ['fileBytes', 'bodyBytes', 'heavyCalls'] as const;
/** Kind of resource that is counted per account while API processes hold it. */
export type HeldKind = (typeof heldKinds)[number];

/** Functions that return the current use by account id, one per kind of resource. Accounts without any are left out. */
type Held = Readonly<Record<HeldKind, () => ReadonlyMap<string, number>>>;

const processesKey = 'fm:api-held';
const keyOf = (processId: string) => `${processesKey}:${processId}`;
const everyMs = 1_000;
/** Time, in ms, after which the Redis entry of a process that no longer runs expires. */
const keptMs = 5_000;

/**
 * Writes the accounts' current resource use in this process to Redis once a second, for `readHeld`. Nothing is written
 * while no account uses anything.
 */
export function publishHeld({ redis, log }: { redis: Redis; log: Logger }, held: Held): { close(): void } {
  const processId = randomUUID();
  let isWritten = false;
  async function publish(): Promise<void> {
    const byKind = heldKinds
      .map((kind) => [kind, held[kind]()] as const)
      .flatMap(([kind, holders]) => (holders.size > 0 ? [[kind, Object.fromEntries(holders)] as const] : []));
    if (byKind.length > 0) {
      isWritten = true;
      const text = JSON.stringify(Object.fromEntries(byKind));
      await redis.multi().sadd(processesKey, processId).set(keyOf(processId), text, 'PX', keptMs).exec();
    } else if (isWritten) {
      await redis.multi().srem(processesKey, processId).del(keyOf(processId)).exec();
      isWritten = false;
    }
  }
  const timer = setInterval(() => {
    publish().catch((error: unknown) => log.debug({ err: error }, 'the resource use of accounts was not published'));
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Returns an account's current resource use in all API processes together. The values are about one second old. */
export async function readHeld(redis: Redis, accountId: string): Promise<Record<HeldKind, number>> {
  const processIds = await redis.smembers(processesKey);
  const texts = processIds.length === 0 ? [] : await redis.mget(processIds.map(keyOf));
  const gone = processIds.filter((_, index) => texts[index] === null);
  if (gone.length > 0) await redis.srem(processesKey, ...gone);
  const sums = Object.fromEntries(heldKinds.map((kind) => [kind, 0])) as Record<HeldKind, number>;
  for (const text of texts) {
    const held: Partial<Record<HeldKind, Record<string, number>>> = JSON.parse(text ?? '{}');
    for (const kind of heldKinds) sums[kind] += held[kind]?.[accountId] ?? 0;
  }
  return sums;
}

import { randomUUID } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';

/**
 * What accounts hold of API processes, by name: `fileBytes` of transfers on disk, `bodyBytes` of requests in memory, `heavyCalls` that
 * wait for a thread, run in one, or are not sent yet. A further kind is a line here and one in `buildApp`.
 */
export const heldKinds = ['fileBytes', 'bodyBytes', 'heavyCalls'] as const;
/** A kind of thing that an account holds at a moment. */
export type HeldKind = (typeof heldKinds)[number];

/** Account id -> what it holds now; of those only that hold some. */
type Held = Readonly<Record<HeldKind, () => ReadonlyMap<string, number>>>;

const processesKey = 'fm:api-held';
const keyOf = (processId: string) => `${processesKey}:${processId}`;
const everyMs = 1_000;
/** What a process that died held is forgotten after this. */
const keptMs = 5_000;

/** Writes what accounts hold in this process to Redis once a second, for `readHeld`. Nothing is written while nobody holds anything. */
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
    publish().catch((error: unknown) => log.debug({ err: error }, 'what accounts hold could not be published'));
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** What an account holds in all API processes together, as of a second ago. */
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

import {
  createOutageLog,
  createTurns,
  type Database,
  type Metrics,
  Prisma,
  type Redis,
  repeat,
} from '@framemill/infra';
import { announce, type RenderEvent, type RenderRow, renderRecord, writeMirror } from '@framemill/scheduler';
import { destinationKinds } from '../destinations/destination-fields.ts';
import { abandonUpload } from './abandon-upload.ts';
import {
  type AttemptOutcome,
  accountsForSlowSlots,
  type ClaimedDelivery,
  claimDelivery,
  dueAccounts,
  finishAttempt,
} from './delivery-attempt.ts';
import { type SendDeps, sendDelivery } from './send-delivery.ts';
import { SENDING_LIMITS, slowTurnMs } from './sending-limits.ts';
import { createSendingSlots } from './sending-slots.ts';
import { systemClock } from './watch-pace.ts';

/**
 * Minimum time for which the destination address of a single render is stored, in milliseconds. It is long because a
 * batch may take weeks.
 */
const KEEP_MS = 60 * 86_400_000;

/** Maximum number of destinations that one statement deletes. */
const PRUNED_AT_ONCE = 1_000;

const LOOK_MS = 1_000;
const PRUNE_MS = 3_600_000;

/** Services that deliveries use. */
export interface DeliveriesDeps extends SendDeps {
  readonly redis: Redis;
  readonly metrics: Pick<Metrics, 'deliveries'>;
  /** Delays between attempts in ms, set by tests to differ from production. */
  readonly delaysMs?: readonly number[];
}

/** Handle for controlling the deliveries that this process runs. */
export interface Deliveries {
  /** Interrupts all transfers. Another process, or the next start, sends the files again. */
  close(): Promise<void>;
}

/**
 * Starts sending finished files to their destinations.
 * The queue and the leases (claims of processes on deliveries) are in PostgreSQL, so any number of processes may send
 * files. When a process crashes, another process sends the files again once the leases have expired. Slots are assigned
 * to the accounts in rotation.
 */
export function startDeliveries(deps: DeliveriesDeps): Deliveries {
  const { database, redis, log, metrics, limits = SENDING_LIMITS, clock = systemClock } = deps;
  // Prometheus sees no increase in a series whose first value is 1.
  for (const kind of destinationKinds) {
    for (const result of ['delivered', 'retried', 'failed']) metrics.deliveries.inc({ kind, result }, 0);
  }
  const stopping = new AbortController();
  const places = createSendingSlots(limits, clock);
  const turns = createTurns<string>();
  /** Accounts that are already queued in `turns`. */
  const waiting = new Set<string>();
  const senders = new Set<Promise<void>>();
  const sending = createOutageLog(log, 'files are not delivered now; trying again');
  let filling = Promise.resolve();

  async function look(): Promise<void> {
    const others = [...places.fullAccounts(), ...places.slowAccounts()];
    places.setWaiting(await accountsForSlowSlots(database, others));
    if (places.isFull) return;
    const except = [...places.fullAccounts(), ...waiting];
    const accounts = await dueAccounts(database, { except, hasSlowSlot: places.hasSlowSlot });
    for (const accountId of accounts) waitForTurn(accountId);
    await fill();
  }

  function waitForTurn(accountId: string): void {
    if (waiting.has(accountId)) return;
    waiting.add(accountId);
    turns.add(accountId, accountId);
  }

  /**
   * Assigns the free slots to due deliveries.
   * Claims run one after the other, so that two claims never count on the same free slot.
   */
  function fill(): Promise<void> {
    filling = filling.then(claimAll).then(sending.worked, sending.failed);
    return filling;
  }

  async function claimAll(): Promise<void> {
    while (!stopping.signal.aborted && !places.isFull) {
      const full = places.fullAccounts();
      const accountId = turns.take((account) => !full.includes(account));
      if (accountId === undefined) return;
      waiting.delete(accountId);
      const claimed = await claimDelivery(database, accountId, places.mayTakeSlow(accountId), deps.leaseMs);
      if (claimed === null) continue;
      const { delivery, isSlow } = claimed;
      places.take(delivery.id, accountId, { isSlow, slowTurnMs: slowTurnMs(delivery, limits) });
      waitForTurn(accountId);
      const sender: Promise<void> = send(claimed)
        .then(sending.worked, sending.failed)
        .finally(() => {
          senders.delete(sender);
          places.free(claimed.delivery.id);
          fill();
        });
      senders.add(sender);
    }
  }

  async function send({ delivery, render, isSlow: wasSlow }: ClaimedDelivery): Promise<void> {
    const { id, kind, destinationId } = delivery;
    await publish(render, null);
    const ended = await sendDelivery(deps, delivery, {
      stopping: stopping.signal,
      onPace(slow) {
        if (!slow) places.becomeFast(id);
        if (!slow) return null;
        return places.becomeSlow(id) && !places.givesWay(id) ? null : givesWay();
      },
      onProgress: (row) => void publish(row, null),
    });
    // A transfer that succeeded before a first measurement was fast. A failed one counts only if it was measured.
    if (isDelivered(ended.outcome) || ended.isSlow) await noteSlow(destinationId, wasSlow, ended.isSlow);
    const finished = await finishAttempt(database, delivery, ended, deps.delaysMs);
    if (finished === null) return;
    const { result } = finished;
    if (result !== 'interrupted' && result !== 'waits') metrics.deliveries.inc({ kind, result });
    await publish(finished.render, finished.event);
    if (result === 'failed') await abandonUploads(deps, id);
  }

  function givesWay(): string {
    const { slowBytesPerSec, slowSlots } = limits;
    const pace = `less than ${slowBytesPerSec / 1_000} kB/s`;
    return `The destination accepts ${pace}. The file waits for one of the ${slowSlots} places for slow destinations.`;
  }

  async function noteSlow(id: string, wasSlow: boolean, isSlow: boolean): Promise<void> {
    if (isSlow !== wasSlow) await database.client.destination.updateMany({ where: { id }, data: { isSlow } });
  }

  // The state is already stored in PostgreSQL. If Redis fails, pages show it later.
  async function publish(row: RenderRow, event: RenderEvent | null): Promise<void> {
    try {
      await writeMirror(redis, row.accountId, renderRecord(row));
      if (event !== null) await announce(redis, event, { renderId: row.id, accountId: row.accountId });
    } catch (error) {
      log.warn({ err: error, renderId: row.id }, 'the state of a delivery could not be published');
    }
  }

  async function prune(): Promise<void> {
    await pruneUnlisted(database);
    // Remains of processes that crashed between a failure and its cleanup.
    await abandonUploads(deps);
  }

  const shared = { signal: stopping.signal, log };
  const loops = [
    repeat(look, { ...shared, everyMs: LOOK_MS, problem: 'the files to deliver could not be read; trying again' }),
    repeat(prune, { ...shared, everyMs: PRUNE_MS, problem: 'old data of deliveries was not removed; trying again' }),
  ];
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await filling;
      await Promise.all(senders);
    },
  };
}

function isDelivered(outcome: AttemptOutcome): boolean {
  return outcome !== 'interrupted' && 'url' in outcome;
}

/**
 * Removes what failed deliveries left at their destinations: unfinished multipart uploads and hidden files.
 * Removal is attempted once for each delivery. If the credentials do not allow it, only the bucket's own lifecycle
 * rules can remove the data. `id` limits the call to one delivery; without it, all failed deliveries are handled.
 */
async function abandonUploads(deps: SendDeps, id?: string): Promise<void> {
  const { delivery: deliveries, deliveryPart } = deps.database.client;
  const left = await deliveries.findMany({ where: { id, status: 'FAILED', uploadId: { not: null } } });
  for (const { id, accountId, destinationId, path, uploadId } of left) {
    if (path !== null && uploadId !== null) await abandonUpload(deps, { accountId, destinationId, path, uploadId });
    // A delivery sent again at the same time finds its upload missing and starts anew.
    await deliveries.updateMany({ where: { id, uploadId }, data: { uploadId: null } });
    await deliveryPart.deleteMany({ where: { deliveryId: id, delivery: { uploadId: null } } });
  }
}

/** Deletes stored destination addresses that were given for a single render and that no delivery needs any more. */
async function pruneUnlisted({ client }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  const isIdle = Prisma.sql`NOT EXISTS (
    SELECT 1 FROM "Delivery" v WHERE v."destinationId" = d.id AND v.status IN ('WAITING', 'PENDING', 'SENDING'))`;
  for (let found = PRUNED_AT_ONCE; found === PRUNED_AT_ONCE; ) {
    // Two statements: usually there is nothing to delete, and the first one finds that in an index alone.
    const idle = await client.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM "Destination" d WHERE NOT d.listed AND d."createdAt" < ${before}::timestamp AND ${isIdle}
      ORDER BY d."createdAt" LIMIT ${PRUNED_AT_ONCE}`;
    found = idle.length;
    const ids = idle.map(({ id }) => id);
    if (found > 0) await client.$executeRaw`DELETE FROM "Destination" d WHERE d.id = ANY(${ids}::text[]) AND ${isIdle}`;
  }
}

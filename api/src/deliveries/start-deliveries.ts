import { createOutageLog, type Metrics, type Redis, repeat } from '@framemill/infra';
import { announce, type RenderEvent, type RenderRow, renderRecord, writeMirror } from '@framemill/scheduler';
import { type ClaimedDelivery, claimDelivery, isDeliveryDue } from './claim-delivery.ts';
import { finishAttempt } from './finish-attempt.ts';
import { pruneUnlisted } from './prune-unlisted.ts';
import { type SendDeps, sendDelivery } from './send-delivery.ts';

/** Files that one process sends at a time, and of one account. */
const SENT_AT_ONCE = 4;
const MOST_OF_ACCOUNT = 2;
const LOOK_MS = 1_000;
const PRUNE_MS = 3_600_000;

/** What deliveries work with. */
export interface DeliveriesDeps extends SendDeps {
  readonly redis: Redis;
  readonly metrics: Pick<Metrics, 'deliveries'>;
  /** Waits between attempts, otherwise than in production, for tests. */
  readonly delaysMs?: readonly number[];
}

/** The deliveries of this process. */
export interface Deliveries {
  /** Interrupts what is being sent: another process, or the next start, sends it again. */
  close(): Promise<void>;
}

/**
 * Starts sending finished files to their destinations. PostgreSQL holds what is to be sent, and leases: any number of processes may do this,
 * and what a process that died was sending is sent again by another when its lease is over.
 */
export function startDeliveries(deps: DeliveriesDeps): Deliveries {
  const { database, redis, log, metrics } = deps;
  const stopping = new AbortController();
  const underWay = new Map<string, number>();
  const senders = new Set<Promise<void>>();
  const sending = createOutageLog(log, 'files are not delivered now; trying again');

  const full = () => [...underWay].filter(([, files]) => files >= MOST_OF_ACCOUNT).map(([accountId]) => accountId);

  async function look(): Promise<void> {
    if (senders.size === SENT_AT_ONCE || !(await isDeliveryDue(database, full()))) return;
    while (senders.size < SENT_AT_ONCE) {
      const sender: Promise<void> = sendAll()
        .then(sending.worked, sending.failed)
        .finally(() => senders.delete(sender));
      senders.add(sender);
    }
  }

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claimed = await claimDelivery(database, full(), deps.leaseMs);
      if (claimed === null) return;
      await send(claimed);
    }
  }

  async function send({ delivery, render }: ClaimedDelivery): Promise<void> {
    const { accountId, kind } = delivery;
    underWay.set(accountId, (underWay.get(accountId) ?? 0) + 1);
    try {
      await publish(render, null);
      const outcome = await sendDelivery(deps, delivery, stopping.signal);
      const finished = await finishAttempt(database, delivery, outcome, deps.delaysMs);
      if (finished === null) return;
      if (finished.result !== 'interrupted') metrics.deliveries.inc({ kind, result: finished.result });
      await publish(finished.render, finished.event);
    } finally {
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left > 0) underWay.set(accountId, left);
      else underWay.delete(accountId);
    }
  }

  // PostgreSQL holds the truth already: without it pages are told later.
  async function publish(row: RenderRow, event: RenderEvent | null): Promise<void> {
    try {
      await writeMirror(redis, row.accountId, renderRecord(row));
      if (event !== null) await announce(redis, event, { renderId: row.id, accountId: row.accountId });
    } catch (error) {
      log.warn({ err: error, renderId: row.id }, 'the state of a delivery could not be told');
    }
  }

  const shared = { signal: stopping.signal, log };
  const loops = [
    repeat(look, { ...shared, everyMs: LOOK_MS, problem: 'what is to be delivered cannot be read now; trying again' }),
    repeat(() => pruneUnlisted(database), {
      ...{ ...shared, everyMs: PRUNE_MS, problem: 'old addresses of deliveries are not removed now; trying again' },
    }),
  ];
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(senders);
    },
  };
}

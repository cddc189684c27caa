import type { Candidate } from './choose-dispatch.ts';

/** Returns the maximum number of slots that the slow queue may use: half of `slots`, at least one. */
export function slowQueueSlots(slots: number): number {
  return slots === 0 ? 0 : Math.max(1, Math.floor(slots / 2));
}

/**
 * State of the slow queue of one work queue at one moment. The slow queue contains the ranges of renders of which a
 * range was stopped because it used its slot for too long.
 */
export interface SlowQueue {
  /** Number of slots of the live nodes that serve the queue. */
  readonly slots: number;
  /** Number of ranges that were dispatched and have not ended, including those of the slow queue. */
  readonly outstanding: number;
  /** Number of ranges of the slow queue that were dispatched and have not ended, by account. */
  readonly slowOutstanding: Readonly<Record<string, number>>;
  /** Whether ranges that were never stopped are waiting, or may need a slot soon. */
  readonly othersWait: boolean;
  /** Whether a slot was freed for an account recently and is still reserved for it. */
  readonly sheltered: boolean;
  /** Ranges of renders of which a range was stopped for other accounts. */
  readonly candidates: readonly (Candidate & { readonly stops: number })[];
  /** Accounts in the order in which they were served last. */
  readonly ring: readonly string[];
}

/**
 * Chooses the ranges that the slow queue runs: those of renders that used a slot for too long. They get only free
 * slots, at most half of all slots, and not the last free slot while other work waits. There is one exception: when the
 * slow queue runs nothing, it may dispatch one range even without a free slot, so that every stopped render makes
 * progress. The exception does not apply when there is only one slot, or while a freed slot is reserved for an account.
 * Accounts take turns. Within an account, ranges are ordered by priority, then those that were stopped least often go
 * first, then the oldest. Pure.
 */
export function chooseSlow(lane: SlowQueue): { chosen: Candidate[]; ring: string[] } {
  const { slots, othersWait, candidates } = lane;
  const running = Object.values(lane.slowOutstanding).reduce((sum, count) => sum + count, 0);
  const free = slots - lane.outstanding - (othersWait ? 1 : 0);
  const assured = running === 0 && slots > 1 && !lane.sheltered ? 1 : 0;
  let room = Math.min(slowQueueSlots(slots) - running, Math.max(assured, free));
  const queues = Map.groupBy([...candidates].sort(inOrder), ({ accountId }) => accountId);
  const ring = [...lane.ring.filter((id) => queues.has(id) || (lane.slowOutstanding[id] ?? 0) > 0)];
  for (const id of [...queues.keys()].sort()) if (!ring.includes(id)) ring.unshift(id);
  const chosen: Candidate[] = [];
  while (room > 0) {
    const id = ring.find((account) => (queues.get(account)?.length ?? 0) > 0);
    const candidate = id === undefined ? undefined : queues.get(id)?.shift();
    if (id === undefined || candidate === undefined) break;
    chosen.push(candidate);
    ring.push(...ring.splice(ring.indexOf(id), 1));
    room -= 1;
  }
  return { chosen, ring };
}

function inOrder(a: SlowQueue['candidates'][number], b: SlowQueue['candidates'][number]): number {
  return (
    b.priority - a.priority ||
    a.stops - b.stops ||
    a.admittedAtMs - b.admittedAtMs ||
    a.order - b.order ||
    (a.key < b.key ? -1 : 1)
  );
}

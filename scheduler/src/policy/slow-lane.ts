import type { Candidate } from './choose-dispatch.ts';

/** Slots that the slow lane may hold, of `slots`: half of them, at least one. */
export function slowLaneSlots(slots: number): number {
  return slots === 0 ? 0 : Math.max(1, Math.floor(slots / 2));
}

/** The slow lane of one queue at one moment. */
export interface SlowLane {
  /** Slots of the live nodes that serve the queue. */
  readonly slots: number;
  /** Ranges dispatched and not finished, of both lanes. */
  readonly outstanding: number;
  /** Those of the slow lane, by account. */
  readonly slowOutstanding: Readonly<Record<string, number>>;
  /** Whether somebody has work that was never stopped and waits, or may need a slot in a moment. */
  readonly othersWait: boolean;
  /** Whether a slot was freed for somebody just now. */
  readonly sheltered: boolean;
  /** Ranges of renders that have a stopped one. */
  readonly candidates: readonly (Candidate & { readonly stops: number })[];
  /** Accounts in the order in which they were served last. */
  readonly ring: readonly string[];
}

/**
 * Chooses what runs in the slow lane, where the ranges of renders go that held a slot for too long: only on free slots, at most on half of all, never on the last free one while
 * others wait. One account after the other; of an account those that were stopped least, then the oldest. While others have
 * work without end, one range runs all the same where there is more than one slot, unless one was freed for
 * somebody just now: whoever was stopped gets on. Pure.
 */
export function chooseSlow(lane: SlowLane): { chosen: Candidate[]; ring: string[] } {
  const { slots, othersWait, candidates } = lane;
  const running = Object.values(lane.slowOutstanding).reduce((sum, count) => sum + count, 0);
  const free = slots - lane.outstanding - (othersWait ? 1 : 0);
  const assured = running === 0 && slots > 1 && !lane.sheltered ? 1 : 0;
  let room = Math.min(slowLaneSlots(slots) - running, Math.max(assured, free));
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

function inOrder(a: SlowLane['candidates'][number], b: SlowLane['candidates'][number]): number {
  return (
    b.priority - a.priority ||
    a.stops - b.stops ||
    a.admittedAtMs - b.admittedAtMs ||
    a.order - b.order ||
    (a.key < b.key ? -1 : 1)
  );
}

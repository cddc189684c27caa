import { slowQueueSlots } from './slow-queue.ts';

/** Waiting time in ms after which a slot is freed for an account: most slots become free by themselves sooner. */
export const patienceMs = 5_000;
/**
 * Time in ms for which a freed slot stays reserved for the account that was waiting, even while that account has no
 * work for the slot.
 */
export const shelterMs = 30_000;
const firstTurnMs = 6_000;
const longestTurnMs = 600_000;

/**
 * Returns the time in ms for which a range may use its slot while other accounts wait: 6 s, doubled for each time that
 * the range was stopped, at most 10 minutes. The range thus completes in the end.
 */
export function turnMs(stops: number): number {
  return Math.min(longestTurnMs, firstTurnMs * 2 ** stops);
}

/** Job that uses a render slot now. */
export interface HeldSlot {
  readonly jobId: string;
  readonly accountId: string;
  readonly runMs: number;
  /** Number of times that the job's range was stopped before. */
  readonly stops: number;
  /** Whether the job belongs to the slow queue (ranges of renders that were stopped before). */
  readonly slow: boolean;
  /** Whether the job can be stopped without losing its work: true for frame ranges only. */
  readonly canStop: boolean;
}

/** State of `stopForOthers` between calls. Starts empty. If it is lost, accounts wait for `patienceMs` again. */
export interface StopMemory {
  /** Time in ms since which each account waits for more slots, by account. */
  readonly waitingSinceMs: Readonly<Record<string, number>>;
  /** Accounts that have waited for too long: they get the next free slots. */
  readonly favoured: readonly string[];
  /**
   * Time in ms until which a slot stays free for an account, by account. Contains the accounts for which slots were
   * freed and whose renders have not ended.
   */
  readonly shelteredUntilMs: Readonly<Record<string, number>>;
}

/** State before any range was stopped. */
export const emptyStopMemory: StopMemory = { waitingSinceMs: {}, favoured: [], shelteredUntilMs: {} };

/**
 * Slots of the nodes that serve one engine (render program version and machine type), and the work of these nodes at
 * one moment.
 */
export interface StopSnapshot {
  readonly nowMs: number;
  readonly slots: number;
  readonly held: readonly HeldSlot[];
  /**
   * Number of tasks and jobs outside of the slow queue that could start at once, by account: ready ranges, and jobs
   * that no slot has begun.
   */
  readonly waiting: Readonly<Record<string, number>>;
  /** Accounts with work that waits because all slots of the slow queue are used. */
  readonly slowWaiting: readonly string[];
  /** Fair-share weight of every account that has a render in progress. */
  readonly weights: Readonly<Record<string, number>>;
  readonly memory: StopMemory;
}

/**
 * Chooses the ranges that are stopped so that other accounts get their slots. Pure: equal snapshots give equal results.
 * Only ranges that have run for their `turnMs` are stopped; they are called late here. The rules:
 * - When an account has waited for `patienceMs` without getting a slot, slots are freed for it until it has its share
 *   (by weight, at least one slot).
 * - These slots are taken from accounts above their share, first from the account that is furthest above its share. For
 *   an account without any slot they may be taken from every account; the only slot of an account is taken last.
 * - An account gets slots beyond its share while late ranges use more slots than the slow queue may use. These slots
 *   are taken from accounts with more late ranges than the waiting account has.
 * - When the slow queue is full, a late range in it is stopped for a range of another account.
 */
export function stopForOthers(snapshot: StopSnapshot): { jobIds: string[]; memory: StopMemory } {
  const { nowMs, slots, held, waiting, weights, memory } = snapshot;
  const holds = new Map<string, number>();
  for (const { accountId } of held) holds.set(accountId, (holds.get(accountId) ?? 0) + 1);
  const holdsOf = (accountId: string) => holds.get(accountId) ?? 0;
  const waiters = Object.keys(waiting).filter((accountId) => (waiting[accountId] ?? 0) > 0);
  const shareOf = sharesOf(new Set([...holds.keys(), ...waiters]), slots, weights);
  const late = new Set(held.filter(hadTurn));
  const lateBeyondLane = () => Math.max(0, late.size - slowQueueSlots(slots));
  const missingOf = (accountId: string) =>
    Math.min(waiting[accountId] ?? 0, Math.max(Math.floor(shareOf(accountId)) - holdsOf(accountId), lateBeyondLane()));

  const stopped: HeldSlot[] = [];
  const waitingSinceMs: Record<string, number> = {};
  const favoured: string[] = [];
  const sheltered = new Map(
    Object.entries(memory.shelteredUntilMs).filter(([accountId, untilMs]) => accountId in weights && untilMs > nowMs),
  );
  let free = slots - held.length;
  for (const accountId of waiters.sort(
    (a, b) => holdsOf(a) / shareOf(a) - holdsOf(b) / shareOf(b) || (a < b ? -1 : 1),
  )) {
    const missing = missingOf(accountId);
    if (missing <= 0) continue;
    const since = memory.waitingSinceMs[accountId] ?? nowMs;
    waitingSinceMs[accountId] = since;
    const began = held.filter((slot) => slot.accountId === accountId && !slot.slow).map(({ runMs }) => runMs);
    if (Math.min(nowMs - since, ...began) < patienceMs) continue;
    favoured.push(accountId);
    // Free slots are about to be given to a waiting account; each is counted once.
    const coming = Math.min(free, missing);
    free -= coming;
    for (let got = coming; got < missing; got += 1) {
      const victim = victimFor(accountId, holdsOf(accountId) + got === 0);
      if (victim === undefined) break;
      stopped.push(victim);
      late.delete(victim);
      holds.set(victim.accountId, holdsOf(victim.accountId) - 1);
      sheltered.set(accountId, nowMs + shelterMs);
      waitingSinceMs[accountId] = nowMs;
    }
  }
  const slow = rotateSlowLane(snapshot, late);
  if (slow !== undefined) stopped.push(slow);
  // An account whose ranges were stopped is not sheltered any more.
  for (const { accountId } of stopped) sheltered.delete(accountId);
  return {
    jobIds: stopped.map(({ jobId }) => jobId),
    memory: { waitingSinceMs, favoured, shelteredUntilMs: Object.fromEntries(sheltered) },
  };

  function victimFor(accountId: string, hasNone: boolean): HeldSlot | undefined {
    const above = (slot: HeldSlot) => holdsOf(slot.accountId) / shareOf(slot.accountId);
    const isLast = (slot: HeldSlot) => Number(holdsOf(slot.accountId) <= 1);
    const beyondLane = (slot: HeldSlot) => lateBeyondLane() > 0 && lateOf(slot.accountId) > lateOf(accountId);
    return [...late]
      .filter((slot) => slot.accountId !== accountId && (hasNone || above(slot) > 1 || beyondLane(slot)))
      .sort(
        (a, b) =>
          isLast(a) - isLast(b) || above(b) - above(a) || lateness(b) - lateness(a) || (a.jobId < b.jobId ? -1 : 1),
      )[0];
  }

  function lateOf(accountId: string): number {
    return [...late].filter((slot) => slot.accountId === accountId).length;
  }
}

function sharesOf(accounts: ReadonlySet<string>, slots: number, weights: Readonly<Record<string, number>>) {
  const weightOf = (accountId: string) => weights[accountId] ?? 1;
  const sum = [...accounts].reduce((total, accountId) => total + weightOf(accountId), 0);
  return (accountId: string) => Math.max(1, (slots * weightOf(accountId)) / Math.max(sum, weightOf(accountId)));
}

function hadTurn(slot: HeldSlot): boolean {
  return slot.canStop && lateness(slot) >= 1;
}

function lateness({ runMs, stops }: HeldSlot): number {
  return runMs / turnMs(stops);
}

function rotateSlowLane({ slowWaiting }: StopSnapshot, late: ReadonlySet<HeldSlot>): HeldSlot | undefined {
  return [...late]
    .filter(({ slow, accountId }) => slow && slowWaiting.some((waiting) => waiting !== accountId))
    .sort((a, b) => lateness(b) - lateness(a) || (a.jobId < b.jobId ? -1 : 1))[0];
}

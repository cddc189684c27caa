/** Range that could be dispatched now. `cost` is its work in frames, more than 0. */
export interface Candidate {
  /** Key of the range, unique among the candidates. */
  readonly key: string;
  readonly accountId: string;
  /** Fair-share weight of the account, more than 0. */
  readonly weight: number;
  /** Priority within the account; higher values go first. */
  readonly priority: number;
  /**
   * Time in ms at which the range's render was admitted. Within one account and priority, the oldest render goes first.
   */
  readonly admittedAtMs: number;
  /** Position of the range inside its render. */
  readonly order: number;
  readonly cost: number;
  /**
   * Whether the first segment of the range may take long: such a range does not go to an express slot. Default false.
   */
  readonly mayBeLong?: boolean;
}

/**
 * State of the deficit round robin between calls: the order of service, and the work in frames that each account may
 * still receive. Starts empty. If it is lost, only one round is unfair.
 */
export interface FairShare {
  readonly ring: readonly string[];
  readonly deficits: Readonly<Record<string, number>>;
}

/** Fair-share state before anything was dispatched. */
export const emptyFairShare: FairShare = { ring: [], deficits: {} };

/**
 * Express slots of the nodes that serve a queue: each is an additional slot for one short job, besides the normal
 * slots.
 */
export interface Express {
  /** Whether all normal slots of those nodes are used, by jobs of any kind. */
  readonly isFull: boolean;
  /** Number of express slots that are free now. */
  readonly free: number;
  /** Accounts that have a job of any kind in an express slot of those nodes. */
  readonly atWork: ReadonlySet<string>;
  /** Time in ms that each account's jobs of the last seconds took; always more than 0. */
  readonly recent: ReadonlyMap<string, number>;
  /** Number of jobs of this queue's kind in express slots, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
}

/** State without any express slot. */
export const noExpress: Express = {
  ...{ isFull: false, free: 0, atWork: new Set<string>(), recent: new Map<string, number>(), outstanding: {} },
};

/** Input of `chooseDispatch`, for one queue. */
export interface DispatchSnapshot {
  /** Number of slots of the live nodes that serve the queue. */
  readonly slots: number;
  /** Number of ranges that were dispatched to slots and have not ended, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly express?: Express;
  readonly candidates: readonly Candidate[];
  readonly fairShare: FairShare;
  /**
   * Accounts that have waited too long and get the next free slots. `sheltered`: accounts for which a slot was freed a
   * short time ago. Meanwhile no ranges are dispatched in advance, and one slot stays free for such an account even
   * when it has no work.
   */
  readonly favoured?: readonly string[];
  readonly sheltered?: readonly string[];
}

/** Range that is added to its queue now. */
export interface Dispatch {
  readonly candidate: Candidate;
  /**
   * Rank inside the queue, 1 first: a range of an account with little running work overtakes waiting work of other
   * accounts.
   */
  readonly queuePriority: number;
  /** Whether the range goes to an express slot (an additional slot for short jobs). */
  readonly express: boolean;
}

/**
 * Returns the number of ranges that may wait in a queue in addition to the ranges that fill the slots. A node can then
 * begin its next range at once, without waiting for the leader.
 */
export function dispatchedAhead(slots: number): number {
  return slots === 0 ? 0 : Math.max(1, Math.ceil(slots / 4));
}

/**
 * Chooses the ranges to dispatch next, in these steps:
 * - Express: while other accounts have work, an account whose recent jobs took no more time than the average gets a
 *   free express slot, in which its range begins at once.
 * - Newcomers: an account without running work gets one range even when no slot is free, at most one such range per
 *   slot in total. The range is ranked before those that were dispatched in advance.
 * - Favoured accounts get the free slots, first the account with the fewest ranges for its weight.
 * - All accounts: deficit round robin, in which the share of an account grows with its weight.
 * Within an account, ranges with a higher priority go first, then those of older renders. Pure: equal snapshots give
 * equal results.
 */
export function chooseDispatch(snapshot: DispatchSnapshot): { dispatches: Dispatch[]; fairShare: FairShare } {
  const backlog = backlogByAccount(snapshot.candidates);
  const running = new Map(Object.entries(snapshot.outstanding));
  const total = [...running.values()].reduce((sum, count) => sum + count, 0);
  const { favoured = [], sheltered = [], express = noExpress } = snapshot;
  for (const [id, count] of Object.entries(express.outstanding)) running.set(id, (running.get(id) ?? 0) + count);
  const absent = sheltered.some((accountId) => (running.get(accountId) ?? 0) === 0 && !backlog.has(accountId));
  const ahead = sheltered.length > 0 ? 0 : dispatchedAhead(snapshot.slots);
  let room = snapshot.slots + ahead - (absent ? 1 : 0) - total;
  let newcomerRoom = snapshot.slots === 0 ? 0 : room + snapshot.slots;

  const ring = currentRing(snapshot.fairShare.ring, backlog);
  const deficits = new Map<string, number>();
  for (const accountId of ring) deficits.set(accountId, snapshot.fairShare.deficits[accountId] ?? 0);

  const dispatches: Dispatch[] = [];
  const dispatch = (accountId: string, queue: Candidate[], isExpress = false) => {
    const candidate = queue.shift();
    if (candidate === undefined) return;
    const alreadyRunning = running.get(accountId) ?? 0;
    dispatches.push({ candidate, queuePriority: rankOf(alreadyRunning, candidate.weight), express: isExpress });
    running.set(accountId, alreadyRunning + 1);
    deficits.set(accountId, (deficits.get(accountId) ?? 0) - candidate.cost);
    if (isExpress) return;
    room -= 1;
    newcomerRoom -= 1;
  };

  for (const [accountId, queue] of expressAccounts(backlog, express)) dispatch(accountId, queue, true);

  // While no slot is free, the next job of an account in an express slot waits for that one: it ends sooner.
  const inExpress = new Set([...express.atWork, ...dispatches.map(({ candidate }) => candidate.accountId)]);
  const waitsForExpress = (accountId: string) => express.isFull && inExpress.has(accountId);
  for (const [accountId, queue] of newcomers(backlog, running, deficits)) {
    if (newcomerRoom <= 0) break;
    if (waitsForExpress(accountId)) continue;
    // A slot that was freed for a sheltered account is not given to another newcomer.
    if (sheltered.length > 0 && room <= 0 && !sheltered.includes(accountId)) continue;
    dispatch(accountId, queue);
  }

  const load = (accountId: string) =>
    (running.get(accountId) ?? 0) / (backlog.get(accountId)?.[0]?.weight ?? Number.POSITIVE_INFINITY);
  while (room > 0) {
    const wanting = favoured.filter((accountId) => (backlog.get(accountId)?.length ?? 0) > 0);
    const [next] = wanting.sort((a, b) => load(a) - load(b) || (a < b ? -1 : 1));
    if (next === undefined) break;
    dispatch(next, backlog.get(next) ?? []);
  }

  const quantum = fineQuantum(backlog);
  let inVain = 0;
  const served = ring.filter((id) => (backlog.get(id)?.length ?? 0) > 0 && !waitsForExpress(id));
  while (room > 0 && served.length > 0) {
    const accountId = served.shift();
    const queue = accountId === undefined ? undefined : backlog.get(accountId);
    const head = queue?.[0];
    if (accountId === undefined || queue === undefined || head === undefined) break;
    rotateTo(ring, accountId);
    deficits.set(accountId, (deficits.get(accountId) ?? 0) + head.weight * quantum);
    const before = room;
    while (room > 0 && queue[0] !== undefined && queue[0].cost <= (deficits.get(accountId) ?? 0)) {
      dispatch(accountId, queue);
    }
    if (queue.length > 0) served.push(accountId);
    inVain = room === before ? inVain + 1 : 0;
    if (inVain < served.length) continue;
    // A whole round dispatched nothing: skip the rounds up to the one that dispatches something.
    skipRounds(served, backlog, deficits, quantum);
    inVain = 0;
  }
  return { dispatches, fairShare: remembered(ring, deficits, backlog, running) };
}

/** Lowest rank of a range: BullMQ's greatest priority number but one, because speculative attempts use the last. */
const lastRank = 2_097_150;

/**
 * Computes the rank of an account's next range, 1 first. The rank number grows with the account's running ranges and
 * shrinks with its weight.
 */
export function rankOf(alreadyRunning: number, weight: number): number {
  return Math.min(lastRank, 1 + Math.floor((alreadyRunning * 10) / weight));
}

function backlogByAccount(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const backlog = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const queue = backlog.get(candidate.accountId);
    if (queue === undefined) backlog.set(candidate.accountId, [candidate]);
    else queue.push(candidate);
  }
  for (const queue of backlog.values()) queue.sort(inAccountOrder);
  return backlog;
}

function inAccountOrder(a: Candidate, b: Candidate): number {
  return b.priority - a.priority || a.admittedAtMs - b.admittedAtMs || a.order - b.order || (a.key < b.key ? -1 : 1);
}

function currentRing(ring: readonly string[], backlog: Map<string, Candidate[]>): string[] {
  const known = ring.filter((accountId) => backlog.has(accountId));
  const fresh = [...backlog.keys()].filter((accountId) => !ring.includes(accountId)).sort();
  return [...known, ...fresh];
}

// Accounts whose jobs took no more time lately than the average, the least first, each for one job at a time. An
// account without recent jobs takes a free slot first: its jobs may be long, and a long one blocks the express slot.
function expressAccounts(
  backlog: Map<string, Candidate[]>,
  { isFull, free, atWork, recent }: Express,
): [string, Candidate[]][] {
  const busyMs = (accountId: string) => recent.get(accountId) ?? 0;
  const total = [...recent.values()].reduce((sum, ms) => sum + ms, 0);
  const accounts = new Set([...recent.keys(), ...backlog.keys()]).size;
  // Without work of others there is no average to be below.
  const isBelowAverage = (id: string) => total > busyMs(id) && busyMs(id) <= total / accounts;
  const isKnown = (accountId: string) => isFull || busyMs(accountId) > 0;
  return [...backlog]
    .filter(([id, [first]]) => !atWork.has(id) && isKnown(id) && first?.mayBeLong !== true && isBelowAverage(id))
    .sort(
      ([a, [first]], [b, [other]]) => busyMs(a) - busyMs(b) || (first?.admittedAtMs ?? 0) - (other?.admittedAtMs ?? 0),
    )
    .slice(0, Math.max(0, free));
}

// An account that was given more than its share (deficit below 0) waits for the round robin like the others.
function newcomers(
  backlog: Map<string, Candidate[]>,
  running: Map<string, number>,
  deficits: Map<string, number>,
): [string, Candidate[]][] {
  return [...backlog]
    .filter(([accountId]) => (running.get(accountId) ?? 0) === 0 && (deficits.get(accountId) ?? 0) >= 0)
    .sort(([, a], [, b]) => (a[0]?.admittedAtMs ?? 0) - (b[0]?.admittedAtMs ?? 0));
}

// Rotates the ring so that the account that was served last is at its end, as if those before it had been skipped.
function rotateTo(ring: string[], accountId: string): void {
  const place = ring.indexOf(accountId);
  if (place >= 0) ring.push(...ring.splice(0, place + 1));
}

function skipRounds(
  served: readonly string[],
  backlog: Map<string, Candidate[]>,
  deficits: Map<string, number>,
  quantum: number,
): void {
  const heads = served.flatMap((accountId) => {
    const head = backlog.get(accountId)?.[0];
    return head === undefined ? [] : [{ accountId, step: head.weight * quantum, cost: head.cost }];
  });
  const missing = heads.map(({ accountId, step, cost }) => (cost - (deficits.get(accountId) ?? 0)) / step);
  // Stop before the round in which the first account is served: the main loop runs that one.
  const rounds = Math.max(0, Math.ceil(Math.min(...missing)) - 1);
  for (const { accountId, step } of heads) deficits.set(accountId, (deficits.get(accountId) ?? 0) + rounds * step);
}

// The smallest useful quantum: accounts alternate range by range instead of in bursts of their whole weight.
function fineQuantum(backlog: Map<string, Candidate[]>): number {
  let smallestCost = Number.POSITIVE_INFINITY;
  let largestWeight = 1;
  for (const queue of backlog.values()) {
    for (const candidate of queue) {
      smallestCost = Math.min(smallestCost, candidate.cost);
      largestWeight = Math.max(largestWeight, candidate.weight);
    }
  }
  return smallestCost / largestWeight;
}

// Credit is not kept while an account has nothing to do; debt is kept as long as the account has work.
function remembered(
  ring: string[],
  deficits: Map<string, number>,
  backlog: Map<string, Candidate[]>,
  running: Map<string, number>,
): FairShare {
  const kept: Record<string, number> = {};
  for (const [accountId, deficit] of deficits) {
    const idle = (backlog.get(accountId)?.length ?? 0) === 0;
    if (idle && (running.get(accountId) ?? 0) === 0) continue;
    kept[accountId] = idle ? Math.min(0, deficit) : deficit;
  }
  return { ring: ring.filter((accountId) => accountId in kept), deficits: kept };
}

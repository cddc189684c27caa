/** A range that could be dispatched now. `cost` is its work in frames, more than 0. */
export interface Candidate {
  /** Unique among the candidates. */
  readonly key: string;
  readonly accountId: string;
  /** Fair-share weight of the account, more than 0. */
  readonly weight: number;
  /** Higher goes first, within its account. */
  readonly priority: number;
  /** When its render was admitted, ms; the older goes first within account and priority. */
  readonly admittedAtMs: number;
  /** Position inside its render. */
  readonly order: number;
  readonly cost: number;
}

/**
 * What deficit round robin remembers between calls: who is served next and how much work each account may still be
 * given, in frames. Starts empty; losing it only makes one round unfair.
 */
export interface FairShare {
  readonly ring: readonly string[];
  readonly deficits: Readonly<Record<string, number>>;
}

/** The turns between accounts before anything was handed out. */
export const emptyFairShare: FairShare = { ring: [], deficits: {} };

/** The express places of the nodes that serve a queue. Each runs one job beside the slots. */
export interface Express {
  /** Places that are free now; 0 while a slot is free. */
  readonly places: number;
  /** Accounts that have a job of any kind on those nodes. */
  readonly atWork: ReadonlySet<string>;
  /** Jobs of this queue's kind in express places, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
}

/** No node has an express place. */
export const noExpress: Express = { places: 0, atWork: new Set(), outstanding: {} };

/** Everything the choice depends on, for one queue. */
export interface DispatchSnapshot {
  /** Slots of the live nodes that serve the queue. */
  readonly slots: number;
  /** Ranges already dispatched to slots and not finished, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly express?: Express;
  readonly candidates: readonly Candidate[];
  readonly fairShare: FairShare;
  /** Accounts: see `StopMemory`. While one is sheltered, nothing is dispatched ahead; while one has nothing to do, a slot stays free for it. */
  readonly favoured?: readonly string[];
  readonly sheltered?: readonly string[];
}

/** A range that goes into its queue now. */
export interface Dispatch {
  readonly candidate: Candidate;
  /** Rank inside the queue, 1 first: the work of an account that has little running overtakes work that waits ahead. */
  readonly queuePriority: number;
  /** Whether it goes to an express place. */
  readonly express: boolean;
}

/** Ranges that may wait in a queue beside those that fill the slots, so that a node never idles for one round trip. */
export function dispatchedAhead(slots: number): number {
  return slots === 0 ? 0 : Math.max(1, Math.ceil(slots / 4));
}

/**
 * Chooses what to dispatch next: deficit round robin over accounts by weight, inside an account by priority, then age.
 * An account that has nothing running is not kept waiting behind ranges dispatched ahead of it: it may have one range
 * beyond that limit (at most one per slot in all), ranked before them; while others hold every slot, it goes to a free
 * express place, where it begins at once. Favoured accounts come before the round, whoever
 * has the fewest ranges for its weight first. Pure: equal snapshots give equal answers.
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

  const idle = idleAccounts(backlog, running, deficits).filter(([accountId]) => !express.atWork.has(accountId));
  for (const [accountId, queue] of idle.slice(0, Math.max(0, express.places))) dispatch(accountId, queue, true);

  for (const [accountId, queue] of newcomers(backlog, running, deficits)) {
    if (newcomerRoom <= 0) break;
    // A slot that was freed for somebody is for no other newcomer.
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
  const served = ring.filter((accountId) => (backlog.get(accountId)?.length ?? 0) > 0);
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
    // A whole round gave nothing to anybody: the rounds until it gives something again are taken at once.
    skipRounds(served, backlog, deficits, quantum);
    inVain = 0;
  }
  return { dispatches, fairShare: remembered(ring, deficits, backlog, running) };
}

/** BullMQ's greatest priority number, but one: the last is for speculative attempts. */
const lastRank = 2_097_150;

/**
 * The rank of an account's next range: it rises with what the account has running, and falls with its weight. 1 is
 * first.
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

// Who has had least goes first: an express place is shared in turns.
function idleAccounts(
  backlog: Map<string, Candidate[]>,
  running: Map<string, number>,
  deficits: Map<string, number>,
): [string, Candidate[]][] {
  const deficitOf = (accountId: string) => deficits.get(accountId) ?? 0;
  return [...backlog]
    .filter(([accountId]) => (running.get(accountId) ?? 0) === 0)
    .sort(
      ([a, [first]], [b, [other]]) =>
        deficitOf(b) - deficitOf(a) || (first?.admittedAtMs ?? 0) - (other?.admittedAtMs ?? 0),
    );
}

// An account that has had more than its share (deficit below 0) waits for its round like everybody else.
function newcomers(
  backlog: Map<string, Candidate[]>,
  running: Map<string, number>,
  deficits: Map<string, number>,
): [string, Candidate[]][] {
  return [...backlog]
    .filter(([accountId]) => (running.get(accountId) ?? 0) === 0 && (deficits.get(accountId) ?? 0) >= 0)
    .sort(([, a], [, b]) => (a[0]?.admittedAtMs ?? 0) - (b[0]?.admittedAtMs ?? 0));
}

// Ends with the account that was served last at the back, as if those before it had been passed over.
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
  // The round in which the first one is served is left to be played.
  const rounds = Math.max(0, Math.ceil(Math.min(...missing)) - 1);
  for (const { accountId, step } of heads) deficits.set(accountId, (deficits.get(accountId) ?? 0) + rounds * step);
}

// The smallest useful step: accounts alternate range by range instead of in bursts of their whole weight.
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

// Credit is not saved up while there is nothing to do; debt stays for as long as the account is around.
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

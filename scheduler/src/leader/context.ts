import {
  createOutageLog,
  type Database,
  type Logger,
  type Metrics,
  type ObjectStore,
  type OutageLog,
  type Prisma,
  type Redis,
} from '@framemill/infra';
import type { OpenBatch } from '../batches/open-batch.ts';
import type { Plans } from '../plans/index.ts';
import type { FairShare } from '../policy/choose-dispatch.ts';
import type { CrowdingWatch } from '../policy/crowding.ts';
import type { StopMemory } from '../policy/stop-for-others.ts';
import type { NodeLease } from '../protocol/index.ts';
import type { WorkQueues } from '../queues/work-queues.ts';

/**
 * What a leader only remembers. Losing it (a new leader starts empty) costs a little time or fairness, never a render:
 * everything that matters is in the database.
 */
export interface LeaderMemory {
  /** Live nodes, as of the last look. */
  leases: NodeLease[];
  /** Job id -> node that had it in its lease. */
  readonly seenOn: Map<string, string>;
  /** Job id -> when it was first found active without any node that has it, ms. */
  readonly absentSince: Map<string, number>;
  /** Job id -> since when a process of a node works on it, ms. */
  readonly runningSince: Map<string, number>;
  readonly fairShare: Map<string, FairShare>;
  /** Queue -> accounts in the order in which its slow lane served them last. */
  readonly slowRing: Map<string, readonly string[]>;
  /** Engine (`engineKey`) -> who waits for its slots. */
  readonly stops: Map<string, StopMemory>;
  /** Render id -> measured time per frame, ms. */
  readonly msPerFrame: Map<string, number>;
  /** Render id -> the batch that it is an item of, of those that were dispatched. */
  readonly batchOf: Map<string, string>;
  /** Batch id -> measured time per frame of its items, ms. */
  readonly batchMsPerFrame: Map<string, number>;
  /** Render id -> time per frame of each of its finished ranges, ms. */
  readonly rangeSpeeds: Map<string, number[]>;
  /** Frames of finished ranges and of speculative attempts, since this leader leads. */
  readonly extraWork: { doneFrames: number; speculativeFrames: number };
  /** Engine fingerprint -> since when no live node has it, ms. */
  readonly engineGoneSince: Map<string, number>;
  /** Node id -> when it last wrote its lease, ms. */
  readonly leaseWrittenMs: Map<string, number>;
  /** When the queues were last looked into for what no event told of, ms. */
  queuesTidiedMs: number;
  /** When the gauge of stored bytes was last set, ms. */
  storageReportedMs: number;
  /** Plan -> since when one of its accounts crowds others. */
  readonly crowding: Map<string, CrowdingWatch>;
  /** Of the object store; null: not read yet. */
  storeId: string | null;
  /** Key of a stored segment or mix -> when it was last seen in the store, ms. */
  readonly seenInStore: Map<string, number>;
  /** Key of an object that this store seems to have lost -> since when, ms. */
  readonly missingSince: Map<string, number>;
  /** Batch id -> what its items are made of, while some of them wait. */
  readonly batches: Map<string, OpenBatch>;
  /** When it was last looked for batches that have ended, ms. */
  batchesReportedMs: number;
  /** Batch id -> what pages were told last. */
  readonly reportedBatches: Map<string, string>;
  /** Problem of a step -> its log. */
  readonly outages: Map<string, OutageLog>;
  /** Until then nothing is called lost: Redis was away and the nodes' leases with it. */
  noLossUntilMs: number;
}

/** Everything a step of the leader works with. */
export interface LeaderContext {
  readonly epoch: number;
  readonly database: Database;
  readonly redis: Redis;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queues: WorkQueues;
  readonly memory: LeaderMemory;
  /** How far apart two looks must lie that find an object lost before it is believed. */
  readonly lossPatienceMs: number;
  /** See `SchedulerDeps`. */
  readonly engineGraceMs: number;
  readonly plans: Plans;
}

/** What a scheduler that has just become the leader remembers: nothing. */
export function emptyMemory(): LeaderMemory {
  return {
    leases: [],
    seenOn: new Map(),
    absentSince: new Map(),
    runningSince: new Map(),
    fairShare: new Map(),
    slowRing: new Map(),
    stops: new Map(),
    msPerFrame: new Map(),
    batchOf: new Map(),
    batchMsPerFrame: new Map(),
    rangeSpeeds: new Map(),
    extraWork: { doneFrames: 0, speculativeFrames: 0 },
    engineGoneSince: new Map(),
    leaseWrittenMs: new Map(),
    queuesTidiedMs: 0,
    storageReportedMs: 0,
    crowding: new Map(),
    storeId: null,
    seenInStore: new Map(),
    missingSince: new Map(),
    batches: new Map(),
    batchesReportedMs: 0,
    reportedBatches: new Map(),
    outages: new Map(),
    noLossUntilMs: 0,
  };
}

/** Log of a step that is tried again at every tick. */
export function outageOf({ log, memory }: Pick<LeaderContext, 'log' | 'memory'>, problem: string): OutageLog {
  const known = memory.outages.get(problem) ?? createOutageLog(log, problem);
  memory.outages.set(problem, known);
  return known;
}

/** Another scheduler leads: whatever this one decides no longer counts. */
export class LeaderFenced extends Error {
  override readonly name = 'LeaderFenced';
}

/**
 * Runs a transaction that commits only if this leader still leads. The share lock holds back the next leader's epoch
 * until the commit, so a write of a fenced leader can never come after one of its successor. Throws `LeaderFenced`.
 */
export async function fenced<T>(
  leader: { epoch: number; database: Database },
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return leader.database.client.$transaction(
    async (tx) => {
      await activeEpoch(tx, leader.epoch);
      return work(tx);
    },
    { maxWait: 10_000, timeout: 20_000 },
  );
}

/** Keeps an epoch the present one until the transaction ends. Throws `LeaderFenced` when it is over. */
export async function activeEpoch(tx: Prisma.TransactionClient, wanted: number): Promise<void> {
  const rows = await tx.$queryRaw<{ epoch: number }[]>`SELECT epoch FROM "Leader" WHERE id = 1 FOR SHARE`;
  const epoch = rows[0]?.epoch;
  if (epoch !== wanted) throw new LeaderFenced(`epoch ${wanted} is over, the leader now has ${epoch}`);
}

/** States in which a render is worked for. */
export const activeStatuses: string[] = ['PENDING', 'PROCESSING'];

import {
  createOutageLog,
  type Database,
  databaseTrouble,
  type Logger,
  type Metrics,
  type ObjectStore,
  type OutageLog,
  type Prisma,
  type Redis,
  redisIsAway,
  type Tracing,
} from '@framemill/infra';
import type { OpenBatch } from '../batches.ts';
import type { PresentNode } from '../node-events.ts';
import type { Plans } from '../plans/index.ts';
import type { FairShare } from '../policy/choose-dispatch.ts';
import type { CrowdingWatch } from '../policy/crowding.ts';
import { createRecentWork, type RecentWork } from '../policy/recent-work.ts';
import type { StopMemory } from '../policy/stop-for-others.ts';
import type { NodeLease } from '../protocol/index.ts';
import type { WorkQueues } from '../work-queues.ts';
import type { ReadyRow } from './ready-tasks.ts';
import { createRenderChanges, type RenderChanges } from './render-changes.ts';

/**
 * State that a leader keeps only in memory. A new leader starts with an empty state, which costs a little time or
 * fairness but never a render: everything that matters is in the database.
 */
export interface LeaderMemory {
  /** Leases of the live nodes, as last read. */
  leases: NodeLease[];
  /** Job id -> node whose lease listed the job. */
  readonly seenOn: Map<string, string>;
  /** Job id -> time in ms since which the job has been active although no node's lease lists it. */
  readonly absentSince: Map<string, number>;
  /** Job id -> time in ms since which a process of a node has been running the job. */
  readonly runningSince: Map<string, number>;
  /** Renders that have changed, for the steps that read only changed renders. */
  readonly changes: RenderChanges;
  /** Status -> the render that `recheckRenders` noted last. */
  readonly rechecked: Map<string, { readonly id: string; readonly createdAt: Date }>;
  /** Render id -> its tasks that could be dispatched, as last read. */
  readonly ready: Map<string, readonly ReadyRow[]>;
  /** Render id -> number of frames of its completed segments, as last read. */
  readonly finishedFrames: Map<string, number>;
  /** Render id -> position at the front of the queue, as last sent to open pages. */
  queueFront: ReadonlyMap<string, number>;
  /** Time in ms at which the measurements of ended renders were last discarded. */
  endedForgottenMs: number;
  readonly fairShare: Map<string, FairShare>;
  /** Queue -> accounts in the order in which the slow queue (ranges of stopped renders) last served them. */
  readonly slowRing: Map<string, readonly string[]>;
  /** Processing time of each account's recently ended jobs. */
  readonly recentWork: RecentWork;
  /** Engine (`engineKey`) -> accounts that wait for its slots. */
  readonly stops: Map<string, StopMemory>;
  /** Render id -> measured time per frame, in ms. */
  readonly msPerFrame: Map<string, number>;
  /** Render id -> batch of which the render is an item. Contains only renders with dispatched work. */
  readonly batchOf: Map<string, string>;
  /** Batch id -> measured time per frame of its items, in ms. */
  readonly batchMsPerFrame: Map<string, number>;
  /** Render id -> time per frame of each of its completed ranges, in ms. */
  readonly rangeSpeeds: Map<string, number[]>;
  /** Frame counts of completed ranges and of speculative attempts, since this leader was elected. */
  readonly extraWork: { doneFrames: number; speculativeFrames: number };
  /** Engine fingerprint -> time in ms since which no live node has had that engine. */
  readonly engineGoneSince: Map<string, number>;
  /** Node id -> time in ms at which the node last wrote its lease. */
  readonly leaseWrittenMs: Map<string, number>;
  /** Nodes that are live according to their history, by id; null: the history was not read yet. */
  presentNodes: Map<string, PresentNode> | null;
  /** Ids of renders with ready work that no live node can take. */
  nodeless: ReadonlySet<string>;
  /** Time in ms of the last check of the queues for job ends whose event was lost. */
  queuesTidiedMs: number;
  /** Time in ms at which the gauge of renders in progress was last set. */
  rendersCountedMs: number;
  /** Time in ms at which lost renders were last counted. */
  lostCountedMs: number;
  /** Time in ms at which the gauges of the memory of Redis were last set. */
  redisReportedMs: number;
  /** Plan -> state of the check whether one of its accounts crowds out other accounts. */
  readonly crowding: Map<string, CrowdingWatch>;
  /** Id of the object store; null: not read yet. */
  storeId: string | null;
  /** Key of a stored segment or audio mix -> time in ms at which the object was last found in the store. */
  readonly seenInStore: Map<string, number>;
  /** Key of a missing object -> time in ms since which the object has been missing from the store. */
  readonly missingSince: Map<string, number>;
  /** Batch id -> batch with its document, while some of its items are queued. */
  readonly batches: Map<string, OpenBatch>;
  /** Time in ms of the last check for batches that have ended. */
  batchesReportedMs: number;
  /** Batch id -> message last published to the account's pages. */
  readonly reportedBatches: Map<string, string>;
  /** Problem of a leader's step -> outage log of that problem. */
  readonly outages: Map<string, OutageLog>;
  /**
   * Time in ms until which no attempt counts as lost, because Redis was unavailable and the nodes' leases expired with
   * it.
   */
  noLossUntilMs: number;
}

/**
 * Time in ms after which an active job counts as lost if no node's lease (sign of life) lists the job. It is longer
 * than a node needs to write its next lease.
 */
export const absentGraceMs = 4_000;

/** Dependencies and state that every step of the leader uses. */
export interface LeaderContext {
  readonly epoch: number;
  readonly database: Database;
  readonly redis: Redis;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly queues: WorkQueues;
  readonly memory: LeaderMemory;
  /** Minimum time in ms between two checks, both of which must find an object missing before it counts as lost. */
  readonly lossPatienceMs: number;
  /** Time in ms for which all nodes of an engine may be disconnected before its renders move to another engine. */
  readonly engineGraceMs: number;
  readonly plans: Plans;
}

/** Returns the empty memory of a scheduler that has just become the leader. */
export function emptyMemory(): LeaderMemory {
  return {
    leases: [],
    seenOn: new Map(),
    absentSince: new Map(),
    runningSince: new Map(),
    changes: createRenderChanges(),
    rechecked: new Map(),
    ready: new Map(),
    finishedFrames: new Map(),
    queueFront: new Map(),
    endedForgottenMs: 0,
    fairShare: new Map(),
    slowRing: new Map(),
    recentWork: createRecentWork(),
    stops: new Map(),
    msPerFrame: new Map(),
    batchOf: new Map(),
    batchMsPerFrame: new Map(),
    rangeSpeeds: new Map(),
    extraWork: { doneFrames: 0, speculativeFrames: 0 },
    engineGoneSince: new Map(),
    leaseWrittenMs: new Map(),
    presentNodes: null,
    nodeless: new Set(),
    queuesTidiedMs: 0,
    rendersCountedMs: 0,
    lostCountedMs: 0,
    redisReportedMs: 0,
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

/** Returns the outage log of a step that the leader tries again in every pass. Creates the log on first use. */
export function outageOf({ log, memory }: Pick<LeaderContext, 'log' | 'memory'>, problem: string): OutageLog {
  const known = memory.outages.get(problem) ?? createOutageLog(log, problem);
  memory.outages.set(problem, known);
  return known;
}

/**
 * Does one of several independent pieces of work, such as the completion of one job. Logs an error with `details`
 * instead of throwing it, so that the other pieces are done, and returns false. The caller's next pass tries again.
 * Rethrows an error that concerns all work: see `concernsAll`.
 */
export async function alone(
  leader: Pick<LeaderContext, 'log' | 'memory'>,
  problem: string,
  details: Readonly<Record<string, string>>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const outage = outageOf(leader, problem);
  try {
    await work();
    outage.worked();
    return true;
  } catch (error) {
    if (concernsAll(error)) throw error;
    outage.failed(new Error(`${problem}: ${JSON.stringify(details)}`, { cause: error }));
    return false;
  }
}

/**
 * Whether an error would also occur for other renders: another scheduler leads, or PostgreSQL or Redis is unavailable.
 */
export function concernsAll(error: unknown): boolean {
  return error instanceof LeaderFenced || databaseTrouble(error) !== null || redisIsAway(error);
}

/** Error: another scheduler leads now, so this scheduler's decisions are void. */
export class LeaderFenced extends Error {
  override readonly name = 'LeaderFenced';
}

/**
 * Runs a transaction that commits only if this scheduler is still the leader. The transaction locks the epoch row with
 * a share lock, so that a new leader cannot start its epoch before the commit. A replaced leader therefore never writes
 * after its successor. Throws `LeaderFenced`.
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

/**
 * Locks the row with the leader's epoch until the transaction ends. Throws `LeaderFenced` when the current epoch is not
 * `wanted`.
 */
export async function activeEpoch(tx: Prisma.TransactionClient, wanted: number): Promise<void> {
  const rows = await tx.$queryRaw<{ epoch: number }[]>`SELECT epoch FROM "Leader" WHERE id = 1 FOR SHARE`;
  const epoch = rows[0]?.epoch;
  if (epoch !== wanted) throw new LeaderFenced(`Leader epoch ${wanted} has ended; the current epoch is ${epoch}.`);
}

/** Statuses of a render that has not ended. */
export const activeStatuses: string[] = ['PENDING', 'PROCESSING'];

import { type Express, emptyFairShare, noExpress } from '../policy/choose-dispatch.ts';
import { slotsByFingerprint } from '../policy/choose-engine.ts';
import { planDispatch, type ReadyTask } from '../policy/plan-dispatch.ts';
import { decayMs } from '../policy/recent-work.ts';
import { type NodeLease, pools } from '../protocol/index.ts';
import { queueOfTask } from '../work-queues.ts';
import type { LeaderContext } from './context.ts';
import { dispatchRanges } from './dispatch-ranges.ts';
import { slowRenders, waitersAround } from './stop-work.ts';

/**
 * Minimum time in ms that a running job counts as work of its account, because a job that has just begun may be long.
 */
const leastJobMs = 1_000;

interface ReadyRow {
  id: string;
  kind: string;
  format: string;
  frames: number;
  firstSegment: number;
  lastSegment: number;
  attempts: number;
  stops: number;
  slow: boolean;
  renderId: string;
  accountId: string;
  priority: number;
  weight: number;
  pool: string;
  fingerprint: string | null;
  admittedAt: Date;
  /** Batch of which the render is an item; null: none. */
  batchId: string | null;
  /** Number of segments of the render, or of all renders of its batch, in ready tasks of this kind. */
  remaining: bigint;
}

/** Number of one account's attempts that were dispatched and have not ended. */
interface OutstandingRow {
  kind: string;
  pool: string;
  fingerprint: string | null;
  accountId: string;
  /** Whether the attempts use express slots. */
  express: boolean;
  attempts: bigint;
  /** Number of these attempts that belong to slow renders, whose ranges were stopped for other accounts. */
  slow: bigint;
  /**
   * Total time since these attempts were dispatched, in ms. Each attempt counts as at least `leastJobMs` and at most
   * `decayMs`.
   */
  busyMs: number;
}

/**
 * Dispatches as many ready tasks as `planDispatch` allows for the slots and for the work that is already dispatched.
 */
export async function dispatchWork(leader: LeaderContext): Promise<void> {
  const slotsTotal = leader.memory.leases.reduce((sum, lease) => sum + lease.slots, 0);
  if (slotsTotal === 0) return;
  const ready = await readyTasks(leader, slotsTotal * 2 + 4);
  if (ready.length === 0) return;
  const outstanding = await outstandingWork(leader);
  const { memory } = leader;
  for (const { renderId, batchId } of ready) if (batchId !== null) memory.batchOf.set(renderId, batchId);
  for (const [queueName, tasks] of Map.groupBy(ready, (task) => queueOfTask(task, task))) {
    const mine = outstanding.filter((row) => queueOfTask(row, row) === queueName);
    const { ranges, fairShare, slowRing } = planDispatch({
      slots: slotsFor(memory.leases, tasks[0]),
      outstanding: byAccount(mine.filter(({ express }) => !express)),
      express: expressSlots(memory, outstanding, tasks[0]),
      tasks: tasks.map(readyTask),
      msPerFrame: pacesOf(leader, tasks),
      fairShare: memory.fairShare.get(queueName) ?? emptyFairShare,
      slow: {
        outstanding: byAccount(mine, ({ slow }) => slow),
        ring: memory.slowRing.get(queueName) ?? [],
      },
      ...waitersAround(leader, tasks[0]),
    });
    memory.fairShare.set(queueName, fairShare);
    memory.slowRing.set(queueName, slowRing);
    if (ranges.length > 0) leader.queues.listen(queueName);
    await dispatchRanges(leader, ranges);
    for (const { taskId, express } of ranges) {
      const task = tasks.find(({ id }) => id === taskId);
      if (task) outstanding.push({ ...task, express, attempts: 1n, slow: task.slow ? 1n : 0n, busyMs: leastJobMs });
    }
  }
}

function byAccount(
  rows: readonly OutstandingRow[],
  countOf = ({ attempts }: OutstandingRow) => attempts,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const count = Number(countOf(row));
    if (count > 0) counts[row.accountId] = (counts[row.accountId] ?? 0) + count;
  }
  return counts;
}

/**
 * Returns the state of the express slots for a task. An express slot is an additional slot of a node, for accounts with
 * less work than the average. Its jobs have a low priority and share the processors with the jobs in normal slots. Work
 * that ended a moment ago counts as well, because accounts with short renders are often idle for a moment. GPU nodes
 * have no express slots, because their normal slots already state how many jobs fit into GPU memory.
 */
function expressSlots(
  { leases, recentWork }: LeaderContext['memory'],
  outstanding: readonly OutstandingRow[],
  task: ReadyRow | undefined,
): Express {
  if (task === undefined || task.fingerprint === null || task.pool === 'gpu') return noExpress;
  const nodes = leases.filter(
    ({ engines, draining }) => !draining && Object.values(engines).includes(task.fingerprint ?? ''),
  );
  const served = new Set(nodes.flatMap(({ engines }) => Object.values(engines)));
  const around = outstanding.filter(({ fingerprint }) => served.has(fingerprint ?? ''));
  const express = around.filter((row) => row.express);
  const taken = express.reduce((total, { attempts }) => total + Number(attempts), 0);
  const recent = recentWork.at(Date.now());
  for (const { accountId, busyMs } of around) recent.set(accountId, (recent.get(accountId) ?? 0) + busyMs);
  const held = around.reduce((sum, row) => sum + (row.express ? 0 : Number(row.attempts)), 0);
  return {
    isFull: held >= nodes.reduce((sum, { slots }) => sum + slots, 0),
    free: nodes.filter((node) => node.express === true).length - taken,
    atWork: new Set(express.map(({ accountId }) => accountId)),
    recent,
    outstanding: byAccount(express.filter((row) => queueOfTask(row, row) === queueOfTask(task, task))),
  };
}

/**
 * Returns the time per frame of each render, in ms. Items of a batch are similar, so an item without a measurement uses
 * the measured time of its batch.
 */
function pacesOf({ memory }: LeaderContext, tasks: readonly ReadyRow[]): Map<string, number> {
  const paces = new Map<string, number>();
  for (const { renderId, batchId } of tasks) {
    const pace = memory.msPerFrame.get(renderId) ?? memory.batchMsPerFrame.get(batchId ?? '');
    if (pace !== undefined) paces.set(renderId, pace);
  }
  return paces;
}

function readyTask({ attempts, admittedAt, remaining, batchId: _, ...row }: ReadyRow): ReadyTask {
  const admittedAtMs = admittedAt.getTime();
  return { ...row, admittedAtMs, tried: attempts > 0, remainingSegments: Number(remaining) };
}

// No account can be given more than all free slots, so no more of its tasks are read. A batch counts as one piece of
// work: while its other items fill the slots, splitting one item among more nodes gains nothing.
function readyTasks(leader: LeaderContext, perAccount: number): Promise<ReadyRow[]> {
  return leader.database.client.$queryRaw<ReadyRow[]>`
    SELECT * FROM (
      SELECT t.id, t.kind, t.frames, t."firstSegment", t."lastSegment", t.attempts, t.stops, t."renderId",
        t.kind = 'frames' AND r.id IN (${slowRenders}) AS slow,
        r."accountId", r.format, r.priority, r.weight, r.pool, r.fingerprint, r."createdAt" AS "admittedAt",
        i."batchId",
        sum(t."lastSegment" - t."firstSegment" + 1)
          OVER (PARTITION BY coalesce(i."batchId", t."renderId"), t.kind) AS remaining,
        row_number() OVER (
          PARTITION BY r."accountId", t.kind, r.pool, r.fingerprint
          ORDER BY r.priority DESC, r."createdAt", t."firstSegment") AS place
      FROM "Task" t JOIN "Render" r ON r.id = t."renderId" LEFT JOIN "BatchItem" i ON i."renderId" = r.id
      WHERE t.status = 'READY' AND r.status IN ('PENDING', 'PROCESSING') AND r.stage IN ('rendering', 'stitching')
    ) ready WHERE place <= ${perAccount}`;
}

function outstandingWork(leader: LeaderContext): Promise<OutstandingRow[]> {
  return leader.database.client.$queryRaw<OutstandingRow[]>`
    SELECT t.kind, r.pool, r.fingerprint, r."accountId", a.express, count(*) AS attempts,
      count(*) FILTER (WHERE t.kind = 'frames' AND r.id IN (${slowRenders})) AS slow,
      sum(least(${decayMs}, greatest(${leastJobMs}, extract(epoch FROM now() - a."startedAt") * 1000)))::float8
        AS "busyMs"
    FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId" JOIN "Render" r ON r.id = t."renderId"
    WHERE a.outcome = 'running' GROUP BY t.kind, r.pool, r.fingerprint, r."accountId", a.express`;
}

function slotsFor(leases: readonly NodeLease[], task: ReadyRow | undefined): number {
  if (task === undefined || task.fingerprint === null) return 0;
  // Every node of the engine can mix audio and mux, whatever its pools.
  const served = task.kind === 'frames' ? pools.filter((pool) => pool === task.pool) : pools;
  return Math.max(0, ...served.map((pool) => slotsByFingerprint(leases, pool).get(task.fingerprint ?? '') ?? 0));
}

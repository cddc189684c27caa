import { type Express, emptyFairShare, noExpress } from '../policy/choose-dispatch.ts';
import { slotsByFingerprint } from '../policy/choose-engine.ts';
import { planDispatch, type ReadyTask } from '../policy/plan-dispatch.ts';
import { decayMs } from '../policy/recent-work.ts';
import { type NodeLease, pools } from '../protocol/index.ts';
import { queueOfTask } from '../work-queues.ts';
import type { LeaderContext } from './context.ts';
import { dispatchRanges } from './dispatch-ranges.ts';
import { firstOfAccounts, type ReadyRow, readyTasks, remainingSegments, slowRenders } from './ready-tasks.ts';
import { waitersAround } from './stop-work.ts';

/**
 * Minimum time in ms that a running job counts as work of its account, because a job that has just begun may be long.
 */
const leastJobMs = 1_000;

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
  const { memory } = leader;
  const slotsTotal = memory.leases.reduce((sum, lease) => sum + lease.slots, 0);
  if (slotsTotal === 0) return;
  const ready = await readyTasks(leader);
  if (ready.length === 0) return;
  const slow = await slowRenders(leader);
  const remaining = remainingSegments(ready);
  const outstanding = await outstandingWork(leader, slow);
  const first = firstOfAccounts(ready, slotsTotal * 2 + 4);
  for (const [queueName, tasks] of Map.groupBy(first, (task) => queueOfTask(task, task))) {
    const mine = outstanding.filter((row) => queueOfTask(row, row) === queueName);
    const { ranges, fairShare, slowRing } = planDispatch({
      slots: slotsFor(memory.leases, tasks[0]),
      outstanding: byAccount(mine.filter(({ express }) => !express)),
      express: expressSlots(memory, outstanding, tasks[0]),
      tasks: tasks.map((task) => readyTask(task, slow, remaining)),
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
    if (ranges.length === 0) continue;
    leader.queues.listen(queueName);
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const dispatched = ranges.flatMap((range) => ({ ...range, task: byId.get(range.taskId) }));
    try {
      await dispatchRanges(leader, ranges);
    } finally {
      memory.changes.note(dispatched.flatMap(({ task }) => task?.renderId ?? []));
    }
    for (const { task, express } of dispatched) {
      if (task === undefined) continue;
      const isSlow = task.kind === 'frames' && slow.has(task.renderId);
      outstanding.push({ ...task, express, attempts: 1n, slow: isSlow ? 1n : 0n, busyMs: leastJobMs });
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

function readyTask(row: ReadyRow, slow: ReadonlySet<string>, remaining: ReadonlyMap<string, number>): ReadyTask {
  return {
    ...row,
    tried: row.attempts > 0,
    slow: row.kind === 'frames' && slow.has(row.renderId),
    remainingSegments: remaining.get(row.work) ?? 0,
  };
}

function outstandingWork(leader: LeaderContext, slow: ReadonlySet<string>): Promise<OutstandingRow[]> {
  return leader.database.client.$queryRaw<OutstandingRow[]>`
    SELECT t.kind, r.pool, r.fingerprint, r."accountId", a.express, count(*) AS attempts,
      count(*) FILTER (WHERE t.kind = 'frames' AND r.id = ANY(${[...slow]}::text[])) AS slow,
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

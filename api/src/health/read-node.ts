import { type NodeEvent, readNodeEvents } from '@framemill/scheduler';
import { type NodeLease, poolsOf, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { type HealthDeps, type ProcessHealth, readProcesses } from './read-health.ts';

const dayMs = 86_400_000;
/** Number of failures and of events of a node that its page shows. */
const shownRows = 20;

/** Job that a node has taken. `kind` and the fields after it are null for a job that belongs to no render. */
export interface NodeJob {
  jobId: string;
  /** Whether no process of the node has begun it yet. */
  isWaiting: boolean;
  framesDone: number;
  kind: string | null;
  renderId: string | null;
  firstSegment: number | null;
  lastSegment: number | null;
  frames: number | null;
}

/** Attempt of a node that did not end well. */
export interface NodeFailure {
  at: string;
  outcome: string;
  kind: string;
  renderId: string;
  error: string | null;
}

/** State of one node, its work of the last 24 hours and its history. */
export interface NodeHealth {
  /** State in the lease of the node; null: the node is not connected. */
  lease: ReturnType<typeof leaseState> | null;
  /** Its process and machine; null: it does not report. */
  process: ProcessHealth | null;
  jobs: NodeJob[];
  day: { frames: number; attempts: { outcome: string; count: number }[] };
  failures: NodeFailure[];
  history: Omit<NodeEvent, 'nodeId' | 'instance'>[];
}

/** Returns the fields of a lease that pages of operators show. */
export function leaseState(lease: NodeLease) {
  const { nodeId: id, host, pid, slots, busy, draining, version, engines, memoryBytes, running } = lease;
  return {
    ...{ id, host, pid, pools: poolsOf(lease), slots, busy, draining, version, memoryBytes },
    engine: (Object.values(engines)[0] ?? '').slice(0, 12),
    framesDone: running.reduce((sum, { framesDone }) => sum + framesDone, 0),
    running: running.length,
    gpu: lease.card ?? null,
  };
}

/**
 * Reads the state of a node. Throws `not_found` when the node is not connected, has done nothing within a day and has
 * no history.
 */
export async function readNode(deps: HealthDeps, nodeId: string): Promise<NodeHealth> {
  const { redis, database } = deps;
  const since = new Date(Date.now() - dayMs);
  const [leases, processes, events] = await Promise.all([
    readLeases(redis),
    readProcesses(redis),
    readNodeEvents(redis),
  ]);
  const lease = leases.find((one) => one.nodeId === nodeId) ?? null;
  const history = events.filter((event) => event.nodeId === nodeId).slice(0, shownRows);
  const { client } = database;
  const attempts = await client.$queryRaw<{ outcome: string; count: bigint; frames: bigint }[]>`
    SELECT a.outcome, count(*) AS count, coalesce(sum(t.frames) FILTER (WHERE t.kind = 'frames'), 0) AS frames
    FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId"
    WHERE a."nodeId" = ${nodeId} AND a."startedAt" > ${since}::timestamp GROUP BY a.outcome ORDER BY a.outcome`;
  if (lease === null && history.length === 0 && attempts.length === 0)
    throw new FramemillError('not_found', 'There is no such node. Check its id.');
  const failures = await client.attempt.findMany({
    where: { nodeId, startedAt: { gt: since }, outcome: { in: ['failed', 'lost', 'interrupted'] } },
    orderBy: { startedAt: 'desc' },
    take: shownRows,
    select: {
      startedAt: true,
      endedAt: true,
      outcome: true,
      error: true,
      task: { select: { kind: true, renderId: true } },
    },
  });
  return {
    lease: lease && leaseState(lease),
    process: processes.find((one) => one.nodeId === nodeId) ?? null,
    jobs: lease === null ? [] : await jobsOf(deps, lease),
    day: {
      frames: Number(attempts.find(({ outcome }) => outcome === 'done')?.frames ?? 0),
      attempts: attempts.map(({ outcome, count }) => ({ outcome, count: Number(count) })),
    },
    failures: failures.map(({ startedAt, endedAt, outcome, error, task }) => {
      return { at: (endedAt ?? startedAt).toISOString(), outcome, error, ...task };
    }),
    history: history.map(({ nodeId: _id, instance: _instance, ...event }) => event),
  };
}

async function jobsOf({ database: { client } }: HealthDeps, { running }: NodeLease): Promise<NodeJob[]> {
  const rows = await client.attempt.findMany({
    where: { jobId: { in: running.map(({ jobId }) => jobId) } },
    select: {
      jobId: true,
      task: { select: { kind: true, renderId: true, firstSegment: true, lastSegment: true, frames: true } },
    },
  });
  const tasks = new Map(rows.map(({ jobId, task }) => [jobId, task]));
  const none = { kind: null, renderId: null, firstSegment: null, lastSegment: null, frames: null };
  return running.map(({ jobId, framesDone, waiting = false }) => {
    return { jobId, framesDone, isWaiting: waiting, ...(tasks.get(jobId) ?? none) };
  });
}

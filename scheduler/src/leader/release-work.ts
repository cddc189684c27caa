import { slotsByFingerprint } from '../policy/choose-engine.ts';
import { emptyFairShare } from '../policy/choose-releases.ts';
import { planReleases, type ReadyTask } from '../policy/plan-releases.ts';
import { type NodeLease, pools } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';
import { releasePiece } from './release-piece.ts';
import { queueOfTask } from './work-queues.ts';

interface ReadyRow {
  id: string;
  kind: string;
  frames: number;
  firstSegment: number;
  lastSegment: number;
  attempts: number;
  renderId: string;
  accountId: string;
  priority: number;
  weight: number;
  pool: string;
  fingerprint: string | null;
  admittedAt: Date;
  /** Segments of the render in all its ready tasks of this kind. */
  remaining: bigint;
}

interface OutstandingRow {
  kind: string;
  pool: string;
  fingerprint: string | null;
  accountId: string;
  attempts: bigint;
}

/** Releases as much ready work as the policy wants beside what is released already. */
export async function releaseWork(leader: LeaderContext): Promise<void> {
  const slotsTotal = leader.memory.leases.reduce((sum, lease) => sum + lease.slots, 0);
  if (slotsTotal === 0) return;
  const ready = await readyTasks(leader, slotsTotal * 2 + 4);
  if (ready.length === 0) return;
  const outstanding = await outstandingByQueue(leader);
  for (const [queueName, tasks] of Map.groupBy(ready, (task) => queueOfTask(task, task))) {
    const { pieces, fairShare } = planReleases({
      slots: slotsFor(leader.memory.leases, tasks[0]),
      outstanding: outstanding.get(queueName) ?? {},
      tasks: tasks.map(readyTask),
      msPerFrame: leader.memory.msPerFrame,
      fairShare: leader.memory.fairShare.get(queueName) ?? emptyFairShare,
    });
    leader.memory.fairShare.set(queueName, fairShare);
    if (pieces.length > 0) leader.queues.listen(queueName);
    for (const piece of pieces) await releasePiece(leader, queueName, piece);
  }
}

function readyTask({ attempts, admittedAt, remaining, ...row }: ReadyRow): ReadyTask {
  const admittedAtMs = admittedAt.getTime();
  return { ...row, admittedAtMs, tried: attempts > 0, remainingSegments: Number(remaining) };
}

// No account can be given more than all room there is, so no more of its tasks need to be looked at.
function readyTasks(leader: LeaderContext, perAccount: number): Promise<ReadyRow[]> {
  return leader.database.client.$queryRaw<ReadyRow[]>`
    SELECT * FROM (
      SELECT t.id, t.kind, t.frames, t."firstSegment", t."lastSegment", t.attempts, t."renderId",
        r."accountId", r.priority, r.weight, r.pool, r.fingerprint, r."createdAt" AS "admittedAt",
        sum(t."lastSegment" - t."firstSegment" + 1) OVER (PARTITION BY t."renderId", t.kind) AS remaining,
        row_number() OVER (
          PARTITION BY r."accountId", t.kind, r.pool, r.fingerprint
          ORDER BY r.priority DESC, r."createdAt", t."firstSegment") AS place
      FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
      WHERE t.status = 'READY' AND r.status IN ('PENDING', 'PROCESSING') AND r.stage IN ('rendering', 'stitching')
    ) ready WHERE place <= ${perAccount}`;
}

async function outstandingByQueue(leader: LeaderContext): Promise<Map<string, Record<string, number>>> {
  const rows = await leader.database.client.$queryRaw<OutstandingRow[]>`
    SELECT t.kind, r.pool, r.fingerprint, r."accountId", count(*) AS attempts
    FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId" JOIN "Render" r ON r.id = t."renderId"
    WHERE a.outcome = 'running' GROUP BY t.kind, r.pool, r.fingerprint, r."accountId"`;
  const byQueue = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const name = queueOfTask(row, row);
    byQueue.set(name, { ...byQueue.get(name), [row.accountId]: Number(row.attempts) });
  }
  return byQueue;
}

function slotsFor(leases: readonly NodeLease[], task: ReadyRow | undefined): number {
  if (task === undefined || task.fingerprint === null) return 0;
  // Every node of the engine mixes and stitches, whatever pools it is in.
  const served = task.kind === 'frames' ? pools.filter((pool) => pool === task.pool) : pools;
  return Math.max(0, ...served.map((pool) => slotsByFingerprint(leases, pool).get(task.fingerprint ?? '') ?? 0));
}

import { slotsByFingerprint } from '../policy/choose-engine.ts';
import { type Candidate, chooseReleases, emptyFairShare } from '../policy/choose-releases.ts';
import { rangeSegments } from '../policy/range-size.ts';
import { type NodeLease, pools } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';
import { type Piece, releasePiece } from './release-piece.ts';
import { queueOfTask } from './work-queues.ts';

/** Audio mixes and stitches are short beside ranges: they count as this many frames in the fair share. */
const shortTaskFrames = 30;

interface ReadyTask {
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
    const pieces = new Map<string, Piece>();
    const slots = slotsFor(leader.memory.leases, tasks[0]);
    const candidates = tasks.flatMap((task) =>
      cut(task, leader.memory.msPerFrame.get(task.renderId) ?? null, slots, pieces),
    );
    const { releases, fairShare } = chooseReleases({
      slots,
      outstanding: outstanding.get(queueName) ?? {},
      candidates,
      fairShare: leader.memory.fairShare.get(queueName) ?? emptyFairShare,
    });
    leader.memory.fairShare.set(queueName, fairShare);
    if (releases.length > 0) leader.queues.listen(queueName);
    for (const { candidate, queuePriority } of releases) {
      const piece = pieces.get(candidate.key);
      if (piece !== undefined) await releasePiece(leader, queueName, piece, queuePriority);
    }
  }
}

// No account can be given more than all room there is, so no more of its tasks need to be looked at.
function readyTasks(leader: LeaderContext, perAccount: number): Promise<ReadyTask[]> {
  return leader.database.client.$queryRaw<ReadyTask[]>`
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

function slotsFor(leases: readonly NodeLease[], task: ReadyTask | undefined): number {
  if (task === undefined || task.fingerprint === null) return 0;
  // Every node of the engine mixes and stitches, whatever pools it is in.
  const served = task.kind === 'frames' ? pools.filter((pool) => pool === task.pool) : pools;
  return Math.max(0, ...served.map((pool) => slotsByFingerprint(leases, pool).get(task.fingerprint ?? '') ?? 0));
}

// A task that was tried before goes out as it was: its failures are counted for these very segments.
function cut(task: ReadyTask, msPerFrame: number | null, slots: number, pieces: Map<string, Piece>): Candidate[] {
  const segments = task.lastSegment - task.firstSegment + 1;
  const framesPerSegment = task.frames / segments;
  let remaining = Number(task.remaining);
  const candidates: Candidate[] = [];
  for (let first = task.firstSegment; first <= task.lastSegment; ) {
    const size =
      task.kind === 'frames' && task.attempts === 0
        ? rangeSegments({ msPerFrame, framesPerSegment, remainingSegments: remaining, slots })
        : segments;
    const last = Math.min(task.lastSegment, first + size - 1);
    const key = `${task.id}/${first}`;
    pieces.set(key, { taskId: task.id, firstSegment: first, lastSegment: last });
    candidates.push({
      key,
      accountId: task.accountId,
      weight: task.weight,
      priority: task.priority,
      admittedAtMs: task.admittedAt.getTime(),
      order: first,
      cost: task.kind === 'frames' ? Math.max(1, framesPerSegment * (last - first + 1)) : shortTaskFrames,
    });
    remaining -= last - first + 1;
    first = last + 1;
  }
  return candidates;
}

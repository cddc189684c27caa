import { type Database, Prisma } from '@framemill/infra';
import type { RenderChanges } from './render-changes.ts';

interface TaskRow {
  readonly id: string;
  readonly kind: string;
  readonly format: string;
  readonly frames: number;
  readonly firstSegment: number;
  readonly lastSegment: number;
  readonly attempts: number;
  readonly stops: number;
  readonly renderId: string;
  readonly accountId: string;
  readonly priority: number;
  readonly weight: number;
  readonly pool: string;
  readonly fingerprint: string | null;
  readonly admittedAt: Date;
  /** Batch of which the render is an item; null: none. */
  readonly batchId: string | null;
}

/** Task that could be dispatched now, with the columns of its render that decide about it. */
export interface ReadyRow extends Omit<TaskRow, 'admittedAt'> {
  readonly admittedAtMs: number;
  /** Key of the account and the queue of the task. */
  readonly group: string;
  /**
   * Key of the piece of work to which the task belongs: its render, or the batch of its render. While other items of a
   * batch fill the slots, splitting one item among more nodes gains nothing.
   */
  readonly work: string;
}

/** Parts of the leader that its copy of the ready tasks needs. */
interface ReadyContext {
  readonly database: Database;
  readonly memory: {
    readonly changes: RenderChanges;
    readonly ready: Map<string, readonly ReadyRow[]>;
    readonly batchOf: Map<string, string>;
  };
}

/**
 * Returns all tasks that could be dispatched now. The leader keeps a copy of these rows in memory, by render, and reads
 * again only the tasks of renders that have changed. A row of the copy may be outdated when a render was just
 * cancelled; `dispatchRanges` skips such a row.
 */
export async function readyTasks(leader: ReadyContext): Promise<ReadyRow[]> {
  const { changes, ready, batchOf } = leader.memory;
  await changes.follow('dispatch', async (renderIds) => {
    const rows = await readTasks(leader, renderIds);
    if (renderIds === null) ready.clear();
    else for (const id of renderIds) ready.delete(id);
    for (const [id, tasks] of Map.groupBy(rows, ({ renderId }) => renderId)) {
      ready.set(id, tasks);
      const batchId = tasks[0]?.batchId ?? null;
      if (batchId !== null) batchOf.set(id, batchId);
    }
    return [];
  });
  return [...ready.values()].flat();
}

/** Reads the tasks of some renders that could be dispatched now; null: of all renders. */
async function readTasks({ database }: ReadyContext, renderIds: readonly string[] | null): Promise<ReadyRow[]> {
  if (renderIds?.length === 0) return [];
  const some = renderIds === null ? Prisma.empty : Prisma.sql`AND t."renderId" = ANY(${[...renderIds]}::text[])`;
  const rows = await database.client.$queryRaw<TaskRow[]>`
    SELECT t.id, t.kind, t.frames, t."firstSegment", t."lastSegment", t.attempts, t.stops, t."renderId",
      r."accountId", r.format, r.priority, r.weight, r.pool, r.fingerprint, r."createdAt" AS "admittedAt", i."batchId"
    FROM "Task" t JOIN "Render" r ON r.id = t."renderId" LEFT JOIN "BatchItem" i ON i."renderId" = r.id
    WHERE t.status = 'READY' AND r.status IN ('PENDING', 'PROCESSING') AND r.stage IN ('rendering', 'stitching')
      ${some}`;
  return rows.map(({ admittedAt, ...row }) => ({
    ...{ ...row, admittedAtMs: admittedAt.getTime() },
    group: `${row.accountId}/${row.kind}/${row.pool}/${row.fingerprint}`,
    work: `${row.batchId ?? row.renderId}/${row.kind}`,
  }));
}

/**
 * Returns the first `perAccount` rows of each account in each queue, in the order in which they are dispatched: higher
 * priorities first, then older renders, then earlier segments. No account can be given more than all free slots.
 */
export function firstOfAccounts(rows: readonly ReadyRow[], perAccount: number): ReadyRow[] {
  const groups = Map.groupBy(rows, ({ group }) => group);
  return [...groups.values()].flatMap((own) => own.sort(inOrder).slice(0, perAccount));
}

function inOrder(a: ReadyRow, b: ReadyRow): number {
  return b.priority - a.priority || a.admittedAtMs - b.admittedAtMs || a.firstSegment - b.firstSegment;
}

/** Returns the number of segments in all ready tasks of each piece of work, by `work`. */
export function remainingSegments(rows: readonly ReadyRow[]): Map<string, number> {
  const remaining = new Map<string, number>();
  for (const { work, firstSegment, lastSegment } of rows) {
    remaining.set(work, (remaining.get(work) ?? 0) + lastSegment - firstSegment + 1);
  }
  return remaining;
}

/**
 * Reads the ids of slow renders. In such a render, an unfinished range was stopped for other accounts or exceeded its
 * time budget.
 */
export async function slowRenders({ database }: Pick<ReadyContext, 'database'>): Promise<Set<string>> {
  const rows = await database.client.$queryRaw<{ renderId: string }[]>`
    SELECT DISTINCT "renderId" FROM "Task" WHERE stops > 0 AND status IN ('READY', 'RELEASED')`;
  return new Set(rows.map(({ renderId }) => renderId));
}

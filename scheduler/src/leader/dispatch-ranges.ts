import type { Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import { recordRenderEvent } from '../outbox.ts';
import type { Range } from '../policy/plan-dispatch.ts';
import { jobIdOf, ProtocolError } from '../protocol/index.ts';
import { queueOfAttempt } from '../work-queues.ts';
import { activeStatuses, alone, concernsAll, fenced, type LeaderContext } from './context.ts';
import { dispatchSpan, jobPayload } from './jobs/index.ts';
import { loadSegments, type OrderedSegment, type TaskRow } from './jobs/task-job.ts';
import { failRender, publishRender } from './render-state.ts';

/**
 * Maximum number of ranges in one transaction: enough to make its fixed cost small, few enough to delay a cancel only
 * briefly.
 */
const rangesAtOnce = 64;

/** Range that is being dispatched, with the task that the range becomes. */
interface Claim {
  readonly task: TaskRow;
  readonly queuePriority: number;
  readonly express: boolean;
  /**
   * Whether the range is split off from its task. It then becomes a new task, and the remaining segments stay in the
   * task with the old id.
   */
  readonly split: boolean;
}

/**
 * Dispatches ranges of ready tasks in the given order. Writes tasks and attempts to the database first and adds the
 * jobs afterwards. After a crash in between, the attempts without jobs are soon detected as lost; a job without an
 * attempt never exists. Ranges whose task was cancelled or dispatched meanwhile are skipped. A range that cannot be
 * dispatched does not delay the others: its error is logged, and a task without a valid payload fails its render.
 */
export async function dispatchRanges(leader: LeaderContext, ranges: readonly Range[]): Promise<void> {
  for (let start = 0; start < ranges.length; start += rangesAtOnce) {
    const some = ranges.slice(start, start + rangesAtOnce);
    try {
      await dispatchTogether(leader, some);
    } catch (error) {
      if (concernsAll(error)) throw error;
      for (const range of some) await dispatchAlone(leader, range);
    }
  }
}

async function dispatchTogether(leader: LeaderContext, ranges: readonly Range[]): Promise<void> {
  const { jobs, started } = await fenced(leader, (tx) => claim(tx, leader, ranges));
  for (const [queueName, some] of Map.groupBy(jobs, ({ queue }) => queue)) {
    await leader.queues.queue(queueName).addBulk(some.map(({ queue: _, span: __, ...job }) => job));
  }
  for (const { span, queue } of jobs) span?.end({ attributes: { queue } });
  for (const renderId of started) await publishRender(leader, renderId, 'render.started');
}

async function dispatchAlone(leader: LeaderContext, range: Range): Promise<void> {
  const { taskId } = range;
  await alone(leader, 'a range could not be dispatched; trying again', { taskId }, async () => {
    try {
      await dispatchTogether(leader, [range]);
    } catch (error) {
      // Built from the same rows, the payload would be refused again.
      if (!(error instanceof ProtocolError)) throw error;
      const { renderId } = await leader.database.client.task.findUniqueOrThrow({ where: { id: taskId } });
      leader.log.error({ err: error, renderId, taskId }, 'a task has no valid payload');
      await failRender(leader, renderId, error.message);
    }
  });
}

async function claim(tx: Prisma.TransactionClient, { epoch, tracing }: LeaderContext, ranges: readonly Range[]) {
  const ids = [...new Set(ranges.map(({ taskId }) => taskId))];
  // The lock is held until the commit: a concurrent cancel waits for it, and then also finds the ranges that were
  // split off.
  await tx.$queryRaw`
    SELECT r.id FROM "Render" r WHERE r.id IN (SELECT t."renderId" FROM "Task" t WHERE t.id = ANY(${ids}::text[]))
    ORDER BY r.id FOR NO KEY UPDATE`;
  const ready = await tx.task.findMany({
    where: { id: { in: ids }, status: 'READY', render: { status: { in: activeStatuses } } },
    include: { render: true },
  });
  const { claims, remainders } = cutUp(ready, ranges, await framesBySegment(tx, ready));
  if (claims.length === 0) return { jobs: [], started: [] };
  await writeTasks(tx, claims, remainders);
  const started = await startRenders(tx, epoch, claims);

  await writeAttempts(tx, claims);
  const segments = await loadSegments(
    tx,
    claims.map(({ task }) => task),
  );
  const jobs = claims.map(({ task, queuePriority, express }, position) => {
    const number = task.attempts + 1;
    const span = dispatchSpan(tracing, task, number);
    const data = jobPayload(task, { attempt: number, epoch, segments: segments[position] ?? [], span });
    const queue = queueOfAttempt({ express, task });
    return { queue, span, name: task.kind, data, opts: { jobId: jobIdOf(task.id, number), priority: queuePriority } };
  });
  return { jobs, started };
}

async function framesBySegment(tx: Prisma.TransactionClient, tasks: readonly TaskRow[]) {
  const ranges = tasks.filter(({ kind }) => kind === 'frames');
  const found = await loadSegments(tx, ranges);
  return new Map(ranges.map(({ id }, position) => [id, found[position] ?? []]));
}

// Several ranges of one task arrive in the order of their segments.
function cutUp(
  ready: readonly TaskRow[],
  ranges: readonly Range[],
  segments: ReadonlyMap<string, OrderedSegment[]>,
): { claims: Claim[]; remainders: TaskRow[] } {
  const left = new Map(ready.map((task) => [task.id, task]));
  const cut = new Set<string>();
  const claims: Claim[] = [];
  for (const { taskId, firstSegment, lastSegment, queuePriority, express } of ranges) {
    const task = left.get(taskId);
    // The task was changed since the plan was made: the next tick plans it again.
    if (task === undefined || task.firstSegment !== firstSegment || task.lastSegment < lastSegment) continue;
    if (task.lastSegment === lastSegment) {
      claims.push({ task, queuePriority, express, split: false });
      left.delete(taskId);
      cut.delete(taskId);
      continue;
    }
    const inside = (segments.get(taskId) ?? []).filter(({ index }) => index >= firstSegment && index <= lastSegment);
    const frames = inside.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
    const range = { ...task, id: newId('t'), lastSegment, frames, attempts: 0 };
    claims.push({ task: range, queuePriority, express, split: true });
    left.set(taskId, { ...task, firstSegment: lastSegment + 1, frames: task.frames - frames });
    cut.add(taskId);
  }
  const remainders = [...cut].flatMap((taskId) => left.get(taskId) ?? []);
  return { claims, remainders };
}

async function writeTasks(tx: Prisma.TransactionClient, claims: readonly Claim[], remainders: readonly TaskRow[]) {
  const changed = [
    ...claims.filter(({ split }) => !split).map(({ task }) => ({ ...task, status: 'RELEASED' })),
    ...remainders.map((task) => ({ ...task, status: 'READY' })),
  ];
  await tx.$executeRaw`
    UPDATE "Task" t SET status = k.status, "firstSegment" = k.first, frames = k.frames,
      attempts = t.attempts + (CASE WHEN k.status = 'RELEASED' THEN 1 ELSE 0 END)
    FROM unnest(
      ${changed.map(({ id }) => id)}::text[], ${changed.map(({ status }) => status)}::text[],
      ${changed.map(({ firstSegment }) => firstSegment)}::int[], ${changed.map(({ frames }) => frames)}::int[])
      AS k(id, status, first, frames)
    WHERE t.id = k.id`;
  const added = claims.filter(({ split }) => split);
  if (added.length === 0) return;
  const tasks = added.map(({ task }) => task);
  await tx.$executeRaw`
    INSERT INTO "Task" (id, "renderId", kind, status, "firstSegment", "lastSegment", frames, attempts, stops)
    SELECT k.id, k.render, k.kind, 'RELEASED', k.first, k.last, k.frames, 1, k.stops
    FROM unnest(
      ${tasks.map(({ id }) => id)}::text[], ${tasks.map(({ renderId }) => renderId)}::text[],
      ${tasks.map(({ kind }) => kind)}::text[], ${tasks.map(({ firstSegment }) => firstSegment)}::int[],
      ${tasks.map(({ lastSegment }) => lastSegment)}::int[], ${tasks.map(({ frames }) => frames)}::int[],
      ${tasks.map(({ stops }) => stops)}::int[])
      AS k(id, render, kind, first, last, frames, stops)`;
}

// One statement of one shape for any number of rows: Prisma compiles each new shape of a statement.
async function writeAttempts(tx: Prisma.TransactionClient, claims: readonly Claim[]): Promise<void> {
  const tasks = claims.map(({ task, express }) => ({ ...task, express, number: task.attempts + 1 }));
  await tx.$executeRaw`
    INSERT INTO "Attempt" (id, "taskId", number, "jobId", express)
    SELECT * FROM unnest(
      ${tasks.map(() => newId('att'))}::text[], ${tasks.map(({ id }) => id)}::text[],
      ${tasks.map(({ number }) => number)}::int[], ${tasks.map(({ id, number }) => jobIdOf(id, number))}::text[],
      ${tasks.map(({ express }) => express)}::boolean[])`;
}

async function startRenders(tx: Prisma.TransactionClient, epoch: number, claims: readonly Claim[]): Promise<string[]> {
  const ids = new Set(claims.filter(({ task }) => task.render.status === 'PENDING').map(({ task }) => task.renderId));
  if (ids.size === 0) return [];
  const now = new Date();
  const rows = await tx.render.updateManyAndReturn({
    where: { id: { in: [...ids] }, status: 'PENDING' },
    data: { status: 'PROCESSING', startedAt: now, epoch },
  });
  for (const row of rows) await recordRenderEvent(tx, 'render.started', row);
  return rows.map(({ id }) => id);
}

import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { giveBackExport } from '../admission/export-allowance.ts';
import { recordRenderEvent } from '../outbox.ts';
import { publishCancel } from '../protocol/index.ts';
import { announce, isFinal, type RenderEvent, renderRecord, writeMirror } from '../records/index.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';

/**
 * Copies a render's current row to Redis, publishes an event, and records the metrics of a render that has started or
 * ended.
 */
export async function publishRender(leader: LeaderContext, renderId: string, event: RenderEvent): Promise<void> {
  // If this write to Redis fails, `updateProgress` writes the record again.
  leader.memory.changes.note([renderId]);
  const row = await leader.database.client.render.findUnique({
    where: { id: renderId },
    include: { account: { select: { plan: true } } },
  });
  if (row === null) return;
  // An additional output has no events of its own: its render's events cover it.
  if (row.parentId !== null) return;
  const plan = row.account.plan;
  if (isFinal(row.status)) {
    leader.metrics.renders.inc({ format: row.format, plan, outcome: row.status.toLowerCase() });
  }
  if (row.status === 'COMPLETED' && row.startedAt !== null && row.completedAt !== null) {
    const waitedSeconds = (row.completedAt.getTime() - row.createdAt.getTime()) / 1000;
    leader.metrics.renderSeconds.observe({ format: row.format, plan }, waitedSeconds);
    if (!row.streamable) leader.metrics.firstFrameSeconds.observe(waitedSeconds);
    const seconds = (row.completedAt.getTime() - row.startedAt.getTime()) / 1000;
    if (row.durationSec !== null && seconds > 0) {
      leader.metrics.realtimeRatio.observe({ format: row.format }, row.durationSec / seconds);
    }
  }
  if (event === 'render.started' && row.startedAt !== null) {
    const waitedSeconds = (row.startedAt.getTime() - row.createdAt.getTime()) / 1000;
    leader.metrics.queueWaitSeconds.observe({ plan, pool: row.pool }, waitedSeconds);
  }
  await writeMirror(leader.redis, row.accountId, renderRecord(row));
  await announce(leader.redis, event, { renderId, accountId: row.accountId });
}

/**
 * Ends a render as FAILED, gives its export back to the account's monthly allowance and stops its running work.
 * Idempotent.
 */
export async function failRender(leader: LeaderContext, renderId: string, message: string): Promise<void> {
  const changed = await fenced(leader, (tx) => markFailed(tx, leader.epoch, renderId, message));
  if (changed) await afterFailure(leader, renderId);
}

/**
 * Writes the failure of a render to the database, as part of the caller's transaction. Returns false when the render
 * had already ended.
 */
export async function markFailed(
  tx: Prisma.TransactionClient,
  epoch: number,
  renderId: string,
  message: string,
): Promise<boolean> {
  const { count } = await tx.render.updateMany({
    where: { id: renderId, status: { in: activeStatuses } },
    data: { status: 'FAILED', stage: 'done', errorMsg: message, completedAt: new Date(), epoch },
  });
  if (count === 0) return false;
  await giveBackExport(tx, renderId);
  await tx.task.updateMany({
    where: { renderId, status: { in: ['READY', 'RELEASED'] } },
    data: { status: 'CANCELLED' },
  });
  await recordRenderEvent(tx, 'render.failed', await tx.render.findUniqueOrThrow({ where: { id: renderId } }));
  return true;
}

/**
 * Publishes the failure of a render after `markFailed` was committed. When the process dies before this call, the
 * leader's next pass stops the remaining work.
 */
export async function afterFailure(leader: LeaderContext, renderId: string): Promise<void> {
  leader.memory.changes.note([renderId]);
  await publishCancel(leader.redis, renderId);
  await publishRender(leader, renderId, 'render.failed');
}

/**
 * Texts for a render's record that state what the render waits for. Customers read them, so they contain no path and no
 * host name.
 */
export const waits = {
  disk: 'disk space: a disk of the service is full. The render continues when space is free.',
  nodes: 'a render node: none takes work now. The render continues when one does.',
  processors: 'a CPU node: GPUs cannot render this project. The render continues when a CPU node joins.',
} as const;

/**
 * Locks the rows of renders until the transaction ends, in the order of their ids. A cancel locks a render first and
 * then its tasks. A transaction that changes a task and afterwards a render must therefore call this function before
 * its first change of a task: otherwise it can deadlock with a cancel.
 */
export async function lockRenders(tx: Prisma.TransactionClient, renderIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Render" WHERE id = ANY(${[...renderIds]}::text[]) ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Stores the reason why some renders wait, as a text for users; null: they wait for nothing. Rows with the same text
 * are not changed.
 */
export async function noteWaiting(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  renderIds: readonly string[],
  waitingFor: string | null,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Render" SET "waitingFor" = ${waitingFor}, "updatedAt" = ${new Date()}::timestamp
    WHERE id = ANY(${[...renderIds]}::text[]) AND "waitingFor" IS DISTINCT FROM ${waitingFor}`;
}

/**
 * Returns the text for users that states what a render waits for when a step of the leader failed with `error`. null:
 * the error does not need an operator.
 */
export function waitOf(error: unknown): string | null {
  return error instanceof FramemillError && error.details.waitsFor === 'disk' ? waits.disk : null;
}

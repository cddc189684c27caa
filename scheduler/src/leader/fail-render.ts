import type { Prisma } from '@framemill/infra';
import { giveBackExport } from '../admission/export-allowance.ts';
import { recordRenderEvent } from '../outbox/record-event.ts';
import { publishCancel } from '../protocol/index.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { publishRender } from './publish-render.ts';

/** Ends a render as FAILED, returns its export and stops its running work. Idempotent. */
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
 * Publishes the failure of a render after `markFailed` was committed. When it does not run, the next tick stops the
 * remaining work.
 */
export async function afterFailure(leader: LeaderContext, renderId: string): Promise<void> {
  await publishCancel(leader.redis, renderId);
  await publishRender(leader, renderId, 'render.failed');
}

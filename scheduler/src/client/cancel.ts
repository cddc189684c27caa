import type { Database, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { giveBackExport } from '../admission/export-allowance.ts';
import { recordRenderEvent } from '../outbox.ts';
import { publishCancel } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { notifySchedulers } from '../wake.ts';

/** Dependencies for cancelling a render. */
export interface CancelDeps {
  readonly database: Database;
  readonly redis: Redis;
  /** Called when the cancel message could not be published to the nodes; the leader publishes the message later. */
  readonly onPublishFailed: (error: unknown) => void;
}

/**
 * Cancels a render that has not ended, and returns its row. Marks the row as CANCELLED first, so that no later result
 * completes the render. Then returns its export to the account's allowance and notifies the nodes. Throws `not_found`
 * for an unknown render or one of another account, and `invalid_request` with `conflictCode` in the details for a
 * render that has ended.
 */
export async function cancelRender(
  deps: CancelDeps,
  input: { accountId: string; renderId: string },
): Promise<RenderRow> {
  const where = { id: input.renderId, accountId: input.accountId, parentId: null };
  const row = await deps.database.client.$transaction(async (tx) => {
    const changed = await tx.render.updateMany({
      where: { ...where, status: { in: ['PENDING', 'PROCESSING'] } },
      data: { status: 'CANCELLED', stage: 'done', completedAt: new Date() },
    });
    if (changed.count === 0) return refuse(await tx.render.findFirst({ where }), input.renderId);
    await giveBackExport(tx, input.renderId);
    await tx.task.updateMany({
      where: { renderId: input.renderId, status: { in: ['READY', 'RELEASED'] } },
      data: { status: 'CANCELLED' },
    });
    await notifySchedulers(tx, 'cancel', input.renderId);
    const cancelled = await tx.render.findUniqueOrThrow({ where: { id: input.renderId } });
    return recordRenderEvent(tx, 'render.cancelled', cancelled);
  });
  try {
    await publishCancel(deps.redis, input.renderId);
  } catch (error) {
    deps.onPublishFailed(error);
  }
  return row;
}

function refuse(row: RenderRow | null, renderId: string): never {
  if (row === null) throw new FramemillError('not_found', `There is no render "${renderId}". Check the id.`);
  throw new FramemillError(
    'invalid_request',
    `The render "${renderId}" is ${row.status} and can no longer be cancelled.`,
    { conflictCode: 'render_finished', renderStatus: row.status },
  );
}

import type { Database, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { giveBackExport } from '../admission/export-allowance.ts';
import { recordRenderEvent } from '../outbox/record-event.ts';
import { publishCancel } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { notifySchedulers } from '../wake.ts';

/** What cancelling a render needs. */
export interface CancelDeps {
  readonly database: Database;
  readonly redis: Redis;
  /** Called when the nodes could not be told at once; the leader tells them then. */
  readonly onPublishFailed: (error: unknown) => void;
}

/**
 * Cancels a render that is not finished: the row first (from then on no result can complete it), the export back, then
 * the nodes. Returns the row. Throws `not_found` for an unknown or foreign render, `invalid_request` with
 * `conflictCode` in the details for a finished one.
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
    await notifySchedulers(tx, 'cancel');
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
  if (row === null) throw new FramemillError('not_found', `no render is called "${renderId}".`);
  throw new FramemillError(
    'invalid_request',
    `the render "${renderId}" is ${row.status} and cannot be cancelled any more.`,
    { conflictCode: 'render_finished', renderStatus: row.status },
  );
}

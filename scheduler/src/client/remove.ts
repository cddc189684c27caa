import type { Database, ObjectStore, Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { type LeftUpload, removeRenderRows } from '../retention/remove-renders.ts';

/** Render to remove. */
export interface RemoveInput {
  readonly accountId: string;
  readonly renderId: string;
  /** Callback that runs in the transaction that deletes the rows. An error that it throws keeps the render. */
  readonly along?: (tx: Prisma.TransactionClient) => Promise<void>;
}

/**
 * Removes an ended render: its rows, then its files. Returns the unfinished uploads that its deliveries left at their
 * destinations. Throws `not_found` for an unknown render or one of another account, and `invalid_request` with
 * `conflictCode` in the details for a render that has not ended.
 */
export async function removeRender(
  { database, store }: { readonly database: Database; readonly store: ObjectStore },
  { accountId, renderId, along }: RemoveInput,
): Promise<readonly LeftUpload[]> {
  const { objects, uploads } = await database.client.$transaction(async (tx) => {
    const where = { id: renderId, accountId, parentId: null };
    const row = await tx.render.findFirst({ where, select: { status: true } });
    if (row === null) throw new FramemillError('not_found', `There is no render "${renderId}". Check the id.`);
    const removed = await removeRenderRows(tx, [renderId]);
    if (removed.renders.length === 0) throw stillOpen(renderId, row.status);
    await along?.(tx);
    return removed;
  });
  for (const { key } of objects) await store.delete(key);
  return uploads;
}

function stillOpen(renderId: string, status: string): FramemillError {
  return new FramemillError(
    'invalid_request',
    `The render "${renderId}" is ${status} and cannot be deleted. Cancel it first: POST /v1/renders/${renderId}/cancel.`,
    { conflictCode: 'render_open', renderStatus: status },
  );
}

import { type RenderRecord, renderRecord, showDeliveries, writeMirror } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { renderNotFound } from '../renders/render-lookup.ts';

/** Value of `conflictCode` when a render has no file to send again. */
export const NOTHING_TO_RETRY = 'nothing_to_retry';

/**
 * Sends the undelivered files of a render again at once, with all their retries: those that failed, and those that wait
 * for their next attempt. Throws `not_found`, and `invalid_request` (409) when there are none.
 */
export async function retryDeliveries(
  { database, redis, log }: ApiDeps,
  accountId: string,
  renderId: string,
): Promise<RenderRecord> {
  if (!isIdLike(renderId)) throw renderNotFound();
  const render = { id: renderId, accountId, parentId: null };
  const row = await database.client.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { renderId, render, OR: [{ status: 'FAILED' }, { status: 'PENDING', attempts: { gt: 0 } }] },
      data: { status: 'PENDING', round: 0, nextTryAt: new Date() },
    });
    if (count > 0) return showDeliveries(tx, renderId);
    if ((await tx.render.count({ where: render })) === 0) throw renderNotFound();
    const message = 'The render has no delivery to retry: none has failed, or the render has no destination.';
    throw new FramemillError('invalid_request', message, { conflictCode: NOTHING_TO_RETRY });
  });
  const record = renderRecord(row);
  await writeMirror(redis, accountId, record).catch((error: unknown) =>
    log.warn({ err: error, renderId }, 'the render mirror could not be written'),
  );
  return record;
}

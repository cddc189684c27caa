import type { Prisma } from '@framemill/infra';
import { showDeliveries } from '../deliveries.ts';
import { recordRenderEvent } from '../outbox.ts';
import { objectKeys } from '../protocol/index.ts';
import { finalStatuses } from '../records/index.ts';
import type { SweptKind } from './object-kinds.ts';

/** Object of a removed render. Size in bytes; 0 for documents, whose size no row states. */
export interface LeftObject {
  readonly kind: SweptKind;
  readonly key: string;
  readonly sizeBytes: number;
}

/** Unfinished upload at a destination that a removed delivery left. */
export interface LeftUpload {
  readonly accountId: string;
  readonly destinationId: string;
  readonly path: string;
  readonly uploadId: string;
}

/** Result of a removal: the removed renders, and their objects and uploads, which the caller must delete. */
export interface RemovedRenders {
  /** Renders that were removed; those that have not ended are not among them. */
  readonly renders: readonly { readonly id: string; readonly accountId: string }[];
  readonly objects: readonly LeftObject[];
  readonly uploads: readonly LeftUpload[];
}

/**
 * Deletes the rows of ended renders with their additional outputs, tasks, segments, reports and deliveries. Ids of open
 * or unknown renders, and of additional outputs, are ignored. The caller deletes the returned objects after the commit:
 * a crash between the two leaves objects without a row, which the sweep removes. The segments' artifacts stay, because
 * other renders may reuse them.
 *
 * - Open deliveries fail first, and the event `render.delivery_failed` reports them.
 * - Batch items keep the last status of their render.
 * - The count of renders by day keeps the removed ones.
 */
export async function removeRenderRows(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<RemovedRenders> {
  const where = { id: { in: [...ids] }, parentId: null, status: { in: [...finalStatuses] } };
  const ended = await tx.render.findMany({ where, select: { id: true, accountId: true } });
  if (ended.length === 0) return { renders: [], objects: [], uploads: [] };
  const wanted = ended.map(({ id }) => id);
  // Deliveries first, then renders, both in the order of their ids: whoever sends files locks them in this order too.
  await tx.$queryRaw`SELECT 1 FROM "Delivery" WHERE "renderId" = ANY(${wanted}::text[]) ORDER BY id FOR UPDATE`;
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Render" WHERE id = ANY(${wanted}::text[]) ORDER BY id FOR UPDATE`;
  const roots = locked.map(({ id }) => id);
  const uploads = await failDeliveries(tx, roots);
  await tx.$executeRaw`
    UPDATE "BatchItem" i SET status = r.status, error = r."errorMsg", "renderId" = NULL
    FROM "Render" r WHERE i."renderId" = r.id AND r.id = ANY(${roots}::text[])`;
  await tx.$executeRaw`
    INSERT INTO "RequestDay" ("accountId", day, "removedRenders")
    SELECT "accountId", "createdAt"::date, count(*) FROM "Render"
    WHERE id = ANY(${roots}::text[]) AND NOT test AND NOT refunded GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("accountId", day) DO UPDATE
      SET "removedRenders" = "RequestDay"."removedRenders" + EXCLUDED."removedRenders"`;
  const removed = await tx.$queryRaw<{ id: string; exportKey: string | null; sizeBytes: bigint | null }[]>`
    DELETE FROM "Render" WHERE id = ANY(${roots}::text[]) OR "parentId" = ANY(${roots}::text[])
    RETURNING id, "exportKey", "fileSizeBytes" AS "sizeBytes"`;
  // A render that was started again shares the text files of the earlier one.
  const keys = removed.flatMap(({ exportKey }) => exportKey ?? []);
  const shared = await tx.render.findMany({ where: { exportKey: { in: keys } }, select: { exportKey: true } });
  const kept = new Set(shared.map(({ exportKey }) => exportKey));
  const objects = removed.flatMap(({ id, exportKey, sizeBytes }): LeftObject[] => [
    ...(exportKey === null || kept.has(exportKey)
      ? []
      : [{ kind: 'exports' as const, key: exportKey, sizeBytes: Number(sizeBytes ?? 0) }]),
    ...[objectKeys.document(id), objectKeys.manifest(id), objectKeys.report(id)].map((key) => {
      return { kind: 'documents' as const, key, sizeBytes: 0 };
    }),
  ]);
  return { renders: ended.filter(({ id }) => roots.includes(id)), objects, uploads };
}

const open = ['WAITING', 'PENDING', 'SENDING'];

/** Fails the open deliveries of renders that are about to be removed, and returns all unfinished uploads. */
async function failDeliveries(tx: Prisma.TransactionClient, renderIds: string[]): Promise<LeftUpload[]> {
  const failed = await tx.delivery.updateManyAndReturn({
    where: { renderId: { in: renderIds }, status: { in: open } },
    data: { status: 'FAILED', nextTryAt: null, error: 'The render was deleted before this file was delivered.' },
    select: { renderId: true },
  });
  for (const id of new Set(failed.map(({ renderId }) => renderId))) {
    const row = await showDeliveries(tx, id);
    await recordRenderEvent(tx, 'render.delivery_failed', row);
  }
  const left = await tx.delivery.findMany({
    where: { renderId: { in: renderIds }, uploadId: { not: null }, path: { not: null } },
    select: { accountId: true, destinationId: true, path: true, uploadId: true },
  });
  return left.flatMap(({ path, uploadId, ...own }) =>
    path === null || uploadId === null ? [] : [{ ...own, path, uploadId }],
  );
}

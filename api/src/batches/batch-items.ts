import { type BatchItemStatus, findBatch, parseOutputs, type RenderOutput } from '@framemill/scheduler';
import { FramemillError, type VariableValues } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { sameNotFound } from '../http/not-found.ts';
import { isIdLike } from '../ids.ts';
import { absoluteUrl } from '../renders/render-schema.ts';

/** Item of a batch as API responses show it. */
export interface BatchItem {
  index: number;
  reference: string;
  name: string;
  variables: VariableValues;
  status: BatchItemStatus;
  progress: number;
  error: string | null;
  renderId: string | null;
  url: string | null;
  /** All output files of an item that has several. Null for an item with one output, and before the files exist. */
  outputs: readonly RenderOutput[] | null;
  fileSizeBytes: number | null;
  durationSec: number | null;
}

interface ItemRow extends Omit<BatchItem, 'fileSizeBytes' | 'outputs'> {
  sizeBytes: bigint | null;
  outputs: unknown;
}

/** Creates the error for a missing batch. Another account's batch gets the same error. */
export function batchNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such batch. Check its id.');
}

/** Returns a batch of the account. Throws `not_found`. */
export async function ownBatch({ database }: ApiDeps, accountId: string, batchId: string) {
  if (!isIdLike(batchId)) throw batchNotFound();
  return sameNotFound(findBatch(database, { accountId, batchId }), batchNotFound);
}

/** Reads up to `limit` items of a batch from index `from` on, in order, optionally only those with a given status. */
export async function readItems(
  { database, apiHost }: Pick<ApiDeps, 'database' | 'apiHost'>,
  batchId: string,
  { from, limit, status }: { from: number; limit: number; status?: BatchItemStatus },
): Promise<BatchItem[]> {
  const rows = await database.client.$queryRaw<ItemRow[]>`
    SELECT i.index, i.reference, i.name, i.variables, coalesce(r.status, i.status) AS status,
      coalesce(r.progress, CASE i.status WHEN 'COMPLETED' THEN 100 ELSE 0 END) AS progress,
      coalesce(r."errorMsg", i.error) AS error, i."renderId",
      CASE WHEN r.status = 'COMPLETED' THEN r.url END AS url, r.outputs, r."fileSizeBytes" AS "sizeBytes",
      r."durationSec"
    FROM "BatchItem" i LEFT JOIN "Render" r ON r.id = i."renderId"
    WHERE i."batchId" = ${batchId} AND i.index >= ${from}
      AND (${status ?? null}::text IS NULL OR coalesce(r.status, i.status) = ${status ?? null}::text)
    ORDER BY i.index LIMIT ${limit}`;
  const shown = (stored: unknown) =>
    parseOutputs(stored).map((output) => ({ ...output, url: absoluteUrl(apiHost, output.url) }));
  return rows.map(({ sizeBytes, outputs, ...item }) => ({
    ...item,
    url: absoluteUrl(apiHost, item.url),
    outputs: outputs === null ? null : shown(outputs),
    fileSizeBytes: sizeBytes === null ? null : Number(sizeBytes),
  }));
}

/** Returns the pagination cursor for the items from an index on. */
export function itemCursor(index: number): string {
  return Buffer.from(`item.${index}`).toString('base64url');
}

/**
 * Returns the index that a cursor encodes; 0 without a cursor. Throws `invalid_request` for a cursor of another list.
 */
export function indexOfCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^item\.(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined) return Number(digits);
  const message = 'query.cursor is not a cursor of this list. Send nextCursor of the previous page unchanged.';
  throw new FramemillError('invalid_request', message, { field: 'query.cursor' });
}

import { type Compression, compressions, formats, qualities } from '@framemill/compositor/formats';
import { ImageChoiceSchema, type QualityLimits, TextsSchema } from '@framemill/compositor/plan';
import type { Database, Prisma } from '@framemill/infra';
import type { Document, VariableValues } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { ASPECT_RATIOS } from '@framemill/timeline/rendering';
import { Type } from '@framemill/timeline/typebox';
import { lockAccount } from './admission/export-allowance.ts';
import { type AdditionalOutput, type OutputRequest, textFormats } from './admission/output-requests.ts';
import type { DeliveryOrder } from './deliveries.ts';
import { newId } from './ids.ts';
import { currentPeriod, type Plans } from './plans/index.ts';
import { parserOf } from './protocol/schema.ts';
import { type BatchRow, batchColumns } from './records/batch-record.ts';
import { notifySchedulers } from './wake.ts';

const RenderedSchema = Type.Object({
  format: Type.Enum([...formats]),
  quality: Type.Enum([...qualities]),
  compression: Type.Optional(Type.Enum([...compressions])),
  resolution: Type.Enum(['full', 'half']),
  aspect: Type.Optional(Type.Enum([...ASPECT_RATIOS])),
  choice: Type.Optional(ImageChoiceSchema),
  smart: Type.Optional(Type.Boolean()),
  texts: Type.Optional(TextsSchema),
});

/**
 * Schema of the output requests of each item of a batch as the database stores them, beginning with the render's own
 * file.
 */
const WishesSchema = Type.Object({
  own: RenderedSchema,
  further: Type.Array(Type.Union([RenderedSchema, Type.Object({ format: Type.Enum([...textFormats]) })])),
});

const DeliverySchema = Type.Object({ destinationId: Type.String(), kind: Type.String() });

const parseWishes = parserOf('stored outputs of a batch', WishesSchema);
const parseOwn = parserOf('stored options of a batch', RenderedSchema);
const parseDelivery = parserOf('stored destination of a batch', DeliverySchema);

/**
 * Default compression of a batch's files. The videos of a batch usually differ only in short parts, so with short
 * segments they share most of their frames.
 */
const BATCH_COMPRESSION: Compression = 'fast';

/** Requested output files that every item of a batch gets. */
interface BatchWishes {
  /** Output file of the item's own render. */
  readonly own: OutputRequest;
  readonly further: readonly AdditionalOutput[];
}

/**
 * Parses the delivery destination of a stored batch. null: the files stay in this service's object store. Throws
 * `ProtocolError`.
 */
export function batchDelivery(stored: unknown): BatchDelivery | null {
  return stored === null ? null : parseDelivery(stored);
}

/** Delivery destination of a batch: `reference` and `name` come from each item. */
type BatchDelivery = Pick<DeliveryOrder, 'destinationId' | 'kind'>;

/**
 * Parses the output requests of a stored batch. When `outputs` is null, the batch's own columns define the only
 * output. Throws `ProtocolError`.
 */
export function batchOutputs(row: {
  format: string;
  quality: string;
  resolution: string;
  outputs: unknown;
}): BatchWishes {
  const { format, quality, resolution } = row;
  const { own, further } =
    row.outputs === null ? { own: parseOwn({ format, quality, resolution }), further: [] } : parseWishes(row.outputs);
  return { own: withCompression(own), further: further.map(withCompression) };
}

/** Returns an output request of a batch. A request without a compression gets the default compression of batches. */
export function withCompression<Wish extends AdditionalOutput>(wish: Wish): Wish {
  return 'quality' in wish ? { ...wish, compression: wish.compression ?? BATCH_COMPRESSION } : wish;
}

/**
 * Returns the output requests of a batch as the JSON that the database stores; undefined (SQL NULL) when the batch has
 * one output whose options all fit into the batch's own columns.
 */
function storedWishes({ own, further }: BatchWishes): Prisma.InputJsonObject | undefined {
  const { compression, choice, smart, texts, aspect } = own;
  if (further.length === 0 && [compression, choice, smart, texts, aspect].every((one) => one === undefined))
    return undefined;
  return { own: storedWish(own), further: further.map(storedWish) };
}

function storedWish(wish: AdditionalOutput): Prisma.InputJsonObject {
  if (!('quality' in wish)) return { format: wish.format };
  const { format, quality, compression, resolution, aspect, choice, smart, texts } = wish;
  return {
    ...{ format, quality, resolution },
    ...(compression === undefined ? {} : { compression }),
    ...(aspect === undefined ? {} : { aspect }),
    ...(choice === undefined ? {} : { choice: { ...choice } }),
    ...(smart === undefined ? {} : { smart }),
    ...(texts === undefined ? {} : { texts: { ...texts } }),
  };
}

type StoredBatch = Prisma.BatchGetPayload<Prisma.BatchDefaultArgs>;

/** Batch whose items are being admitted, with its document. */
export interface OpenBatch extends Omit<StoredBatch, 'document' | 'outputs' | 'delivery' | 'qc'> {
  readonly document: Document;
  readonly wishes: BatchWishes;
  readonly delivery: BatchDelivery | null;
  readonly qc: QualityLimits | null;
}

/** Maximum number of items of a batch. */
export const MOST_BATCH_ITEMS = 10_000;

/** One video of a batch: the values of its variables, and the customer's reference and name for it. */
export interface BatchItemInput {
  readonly variables: VariableValues;
  readonly reference?: string;
  readonly name?: string;
}

/** Request for a batch. The inherited output fields describe each item's own file. */
export interface BatchInput extends OutputRequest {
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  /** Document of the project at the time of the request; later edits of the project do not change the batch. */
  readonly document: Document;
  /** Items of the batch: 1 to `MOST_BATCH_ITEMS`. */
  readonly items: readonly BatchItemInput[];
  /** Additional output files of each item. */
  readonly outputs?: readonly AdditionalOutput[];
  /** Quality limits for the files of each item; the item's render fails when one is exceeded. Default: none. */
  readonly qc?: QualityLimits | undefined;
  /** Destination to which the files of each item are delivered; absent: they stay in this service's object store. */
  readonly delivery?: BatchDelivery;
  /** Callback that runs in the transaction that inserts the batch. An error that it throws refuses the batch. */
  readonly along?: (tx: Prisma.TransactionClient, batchId: string) => Promise<void>;
}

/** Dependencies for creating a batch. */
export interface BatchDeps {
  readonly database: Database;
  readonly plans: Plans;
}

/**
 * Creates a batch; the leading scheduler admits its items as the account's render slots become free. Throws
 * `quota_exceeded` when the account has fewer exports left this month than the batch has items; nothing is written
 * then.
 */
export async function createBatch({ database, plans }: BatchDeps, input: BatchInput): Promise<BatchRow> {
  const { items, document, environment, accountId, projectId, name, format, quality, resolution, along } = input;
  const { delivery, qc } = input;
  const id = newId('bat');
  const outputs = storedWishes({ own: input, further: input.outputs ?? [] });
  return database.client.$transaction(
    async (tx) => {
      const account = await lockAccount(tx, input.accountId, new Date());
      const { exportsPerMonth } = plans.of(account);
      if (environment === 'live' && exportsPerMonth !== null && account.exportsUsed + items.length > exportsPerMonth) {
        const { end } = currentPeriod(account.createdAt, account.periodStart);
        const left = Math.max(0, exportsPerMonth - account.exportsUsed);
        throw new FramemillError(
          'quota_exceeded',
          `The batch needs ${items.length} exports, but ${left} of the ${exportsPerMonth} exports of this month ` +
            `are left. The allowance renews on ${end.toISOString().slice(0, 10)}.`,
          { what: 'exports', limit: exportsPerMonth, used: account.exportsUsed, resetsAt: end.toISOString() },
        );
      }
      const stated = { id, accountId, projectId, name, format, quality, resolution, test: environment === 'test' };
      const data = { ...stated, total: items.length, document: { ...document }, ...(outputs ? { outputs } : {}) };
      const sent = { ...(delivery ? { delivery: { ...delivery } } : {}), ...(qc ? { qc: { ...qc } } : {}) };
      const row = await tx.batch.create({ data: { ...data, ...sent }, select: batchColumns });
      await tx.$executeRaw`
        INSERT INTO "BatchItem" ("batchId", index, reference, name, variables)
        SELECT ${id}, k.position - 1, k.reference, k.name, k.variables::jsonb
        FROM unnest(
          ${items.map(({ reference }) => reference ?? '')}::text[], ${items.map(({ name }) => name ?? '')}::text[],
          ${items.map(({ variables }) => JSON.stringify(variables))}::text[])
          WITH ORDINALITY AS k(reference, name, variables, position)`;
      await along?.(tx, id);
      await notifySchedulers(tx, 'render');
      return row;
    },
    { maxWait: 10_000, timeout: 30_000 },
  );
}

/** Ids of a batch and of the account that owns it. */
export interface OwnBatch {
  readonly accountId: string;
  readonly batchId: string;
}

/** Reads a batch of the account. Throws `not_found`. */
export async function findBatch(
  { client }: { readonly client: Pick<Database['client'], 'batch'> },
  { accountId, batchId }: OwnBatch,
): Promise<BatchRow> {
  const row = await client.batch.findFirst({ where: { id: batchId, accountId }, select: batchColumns });
  if (row === null) throw new FramemillError('not_found', `There is no batch "${batchId}". Check the id.`);
  return row;
}

/**
 * Cancels a batch and its queued items: no item is admitted from then on. Returns the ids of the renders that still
 * run, which the caller must cancel. Throws `not_found`, and `invalid_request` with `conflictCode` for a batch that
 * has ended.
 */
export async function cancelBatchRow({ client }: Database, own: OwnBatch): Promise<string[]> {
  return client.$transaction(async (tx) => {
    const { count } = await tx.batch.updateMany({
      where: { id: own.batchId, accountId: own.accountId, status: 'PROCESSING' },
      data: { status: 'CANCELLED', completedAt: new Date(), waitingFor: null },
    });
    if (count === 0) {
      const { status } = await findBatch({ client: tx }, own);
      const message = `The batch "${own.batchId}" is ${status} and can no longer be cancelled.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'batch_finished', batchStatus: status });
    }
    await tx.batchItem.updateMany({ where: { batchId: own.batchId, status: 'QUEUED' }, data: { status: 'CANCELLED' } });
    await notifySchedulers(tx, 'cancel');
    const renders = await tx.$queryRaw<{ id: string }[]>`
      SELECT r.id FROM "BatchItem" i JOIN "Render" r ON r.id = i."renderId"
      WHERE i."batchId" = ${own.batchId} AND r.status IN ('PENDING', 'PROCESSING')`;
    return renders.map(({ id }) => id);
  });
}

/**
 * Queues the failed and cancelled items of a batch again and returns the number of these items. Throws `not_found`, and
 * `invalid_request` with `conflictCode` when the batch ended so long ago that its copy of the document was deleted.
 */
export async function retryBatchItems({ client }: Database, own: OwnBatch): Promise<number> {
  return client.$transaction(async (tx) => {
    // The row lock orders a retry after a cancellation that runs at the same moment.
    const [found] = await tx.$queryRaw<{ isSwept: boolean }[]>`
      SELECT document IS NULL AS "isSwept" FROM "Batch" WHERE id = ${own.batchId}
        AND "accountId" = ${own.accountId} FOR UPDATE`;
    if (!found) throw new FramemillError('not_found', `There is no batch "${own.batchId}". Check the id.`);
    if (found.isSwept) {
      const reason = 'its copy of the project was deleted';
      const message = `The batch "${own.batchId}" cannot be retried: ${reason}. Create a new batch.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'batch_swept' });
    }
    const items = await tx.$executeRaw`
      UPDATE "BatchItem" i SET status = 'QUEUED', error = NULL, "renderId" = NULL
      WHERE i."batchId" = ${own.batchId} AND (i.status IN ('FAILED', 'CANCELLED') OR EXISTS (
        SELECT 1 FROM "Render" r WHERE r.id = i."renderId" AND r.status IN ('FAILED', 'CANCELLED')))`;
    if (items === 0) return 0;
    await tx.batch.update({ where: { id: own.batchId }, data: { status: 'PROCESSING', completedAt: null } });
    await notifySchedulers(tx, 'render');
    return items;
  });
}

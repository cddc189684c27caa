import type { QualityLimits } from '@framemill/compositor/catalog';
import type { Database, Prisma } from '@framemill/infra';
import type { Document, VariableValues } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { lockAccount } from '../admission/export-allowance.ts';
import type { FurtherWish } from '../admission/further-outputs.ts';
import type { OutputWish } from '../admission/output-wish.ts';
import { newId } from '../ids.ts';
import { currentPeriod, type Plans } from '../plans/index.ts';
import { type BatchRow, batchColumns } from '../records/batch-record.ts';
import { notifySchedulers } from '../wake.ts';
import { type BatchDelivery, storedWishes } from './batch-wishes.ts';

/** Maximum number of items of a batch. */
export const MOST_BATCH_ITEMS = 10_000;

/** One video of a batch: the values of its variables, and the customer's reference and name for it. */
export interface BatchItemInput {
  readonly variables: VariableValues;
  readonly reference?: string;
  readonly name?: string;
}

/** Request for a batch. The inherited output fields describe each item's own file. */
export interface BatchInput extends OutputWish {
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  /** Project's document at this moment; later edits of the project do not change the batch. */
  readonly document: Document;
  /** Items of the batch: 1 to `MOST_BATCH_ITEMS`. */
  readonly items: readonly BatchItemInput[];
  /** Additional output files of each item. */
  readonly outputs?: readonly FurtherWish[];
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

import type { Format, Quality } from '@framemill/compositor/catalog';
import type { Database } from '@framemill/infra';
import type { Document, VariableValues } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { lockAccount } from '../admission/export-allowance.ts';
import { newId } from '../ids.ts';
import { currentPeriod, type Plans } from '../plans/index.ts';
import { type BatchRow, batchColumns } from '../records/batch-record.ts';
import { notifySchedulers } from '../wake.ts';

/** Most items of a batch. */
export const MOST_BATCH_ITEMS = 10_000;

/** One film of a batch: its values, and what the customer knows it by. */
export interface BatchItemInput {
  readonly variables: VariableValues;
  readonly reference?: string;
  readonly name?: string;
}

/** A batch that is asked for. */
export interface BatchInput {
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
  readonly format: Format;
  readonly quality: Quality;
  readonly resolution: 'full' | 'half';
  readonly environment: 'live' | 'test';
  /** The project's document at this moment; whatever happens to it later, this is rendered. */
  readonly document: Document;
  /** 1 to `MOST_BATCH_ITEMS`. */
  readonly items: readonly BatchItemInput[];
}

/** What making a batch reads and writes. */
export interface BatchDeps {
  readonly database: Database;
  readonly plans: Plans;
}

/**
 * Writes a batch down; the leading scheduler admits its items as places get free. Throws `quota_exceeded` when the month has fewer
 * exports left than there are items; nothing is written then.
 */
export async function createBatch({ database, plans }: BatchDeps, input: BatchInput): Promise<BatchRow> {
  const { items, document, environment, ...stated } = input;
  const id = newId('bat');
  return database.client.$transaction(
    async (tx) => {
      const account = await lockAccount(tx, input.accountId, new Date());
      const { exportsPerMonth } = plans.of(account);
      if (environment === 'live' && exportsPerMonth !== null && account.exportsUsed + items.length > exportsPerMonth) {
        const { end } = currentPeriod(account.createdAt, account.periodStart);
        throw new FramemillError(
          'quota_exceeded',
          `the batch needs ${items.length} exports and ${Math.max(0, exportsPerMonth - account.exportsUsed)} of this month's ` +
            `${exportsPerMonth} are left. The allowance is full again on ${end.toISOString().slice(0, 10)}.`,
          { what: 'exports', limit: exportsPerMonth, used: account.exportsUsed, resetsAt: end.toISOString() },
        );
      }
      const data = { id, ...stated, test: environment === 'test', total: items.length, document: { ...document } };
      const row = await tx.batch.create({ data, select: batchColumns });
      await tx.$executeRaw`
        INSERT INTO "BatchItem" ("batchId", index, reference, name, variables)
        SELECT ${id}, k.position - 1, k.reference, k.name, k.variables::jsonb
        FROM unnest(
          ${items.map(({ reference }) => reference ?? '')}::text[], ${items.map(({ name }) => name ?? '')}::text[],
          ${items.map(({ variables }) => JSON.stringify(variables))}::text[])
          WITH ORDINALITY AS k(reference, name, variables, position)`;
      await notifySchedulers(tx, 'render');
      return row;
    },
    { maxWait: 10_000, timeout: 30_000 },
  );
}

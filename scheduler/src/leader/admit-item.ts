import type { Prisma } from '@framemill/infra';
import type { Document, VariableValues } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { fillVariables } from '@framemill/timeline/variables';
import { admitPrepared } from '../admission/admit.ts';
import { checkEarly } from '../admission/export-allowance.ts';
import { prepareDocument } from '../admission/prepare-render.ts';
import type { OpenBatch } from '../batches/open-batch.ts';
import type { Plan } from '../plans/index.ts';
import { activeEpoch, fenced, type LeaderContext } from './context.ts';

type ItemRow = Prisma.BatchItemGetPayload<Prisma.BatchItemDefaultArgs>;

/** Error: the item was admitted elsewhere or its batch was cancelled, so this admission is rolled back. */
class ItemGone extends Error {
  override readonly name = 'ItemGone';
}

/**
 * Admits one item as a render, or marks it as FAILED when its values do not give a valid document. Returns false when
 * the account has no free render slot or no export left; an exhausted allowance is recorded in the batch's
 * `waitingFor`. Throws errors that may be temporary.
 */
export async function admitItem(leader: LeaderContext, plan: Plan, batch: OpenBatch, item: ItemRow): Promise<boolean> {
  const { accountId, projectId } = batch;
  const order = {
    ...{ ...batch.wishes.own, accountId, projectId, outputs: batch.wishes.further, qc: batch.qc ?? undefined },
    environment: batch.test ? ('test' as const) : ('live' as const),
  };
  const { reference, name } = item;
  const delivery = batch.delivery ? { delivery: { ...batch.delivery, reference, name } } : {};
  const values = item.variables as VariableValues;
  const prepare = (document: Document) => parseDocument(fillVariables(document, values));
  try {
    if (!batch.test) await checkEarly(leader, accountId);
    const prepared = await prepareDocument(leader, { ...order, prepare }, plan, batch.document);
    await admitPrepared(
      leader,
      { ...order, ...delivery, along: (tx, renderId) => take(leader, tx, item, renderId) },
      plan,
      prepared,
    );
    await noteWait(leader, batch, null);
    return true;
  } catch (error) {
    if (error instanceof ItemGone) return true;
    if (!(error instanceof FramemillError)) throw error;
    if (error.code === 'quota_exceeded') {
      // Render slots become free by themselves; only an exhausted monthly allowance is reported.
      await noteWait(leader, batch, error.details.what === 'exports' ? error.message : null);
      return false;
    }
    if (!['invalid_request', 'not_found', 'payload_too_large'].includes(error.code)) throw error;
    await fenced(leader, (tx) =>
      tx.batchItem.updateMany({
        where: { ...placeOf(item), status: 'QUEUED' },
        data: { status: 'FAILED', error: error.message },
      }),
    );
    return true;
  }
}

async function take(leader: LeaderContext, tx: Prisma.TransactionClient, item: ItemRow, renderId: string) {
  await activeEpoch(tx, leader.epoch);
  const [batch] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM "Batch" WHERE id = ${item.batchId} FOR SHARE`;
  if (batch?.status !== 'PROCESSING') throw new ItemGone();
  const { count } = await tx.batchItem.updateMany({
    where: { ...placeOf(item), status: 'QUEUED' },
    data: { status: 'ADMITTED', renderId, error: null },
  });
  if (count === 0) throw new ItemGone();
}

async function noteWait(leader: LeaderContext, batch: OpenBatch, waitingFor: string | null): Promise<void> {
  if (batch.waitingFor === waitingFor) return;
  await fenced(leader, (tx) => tx.batch.updateMany({ where: { id: batch.id }, data: { waitingFor } }));
  leader.memory.batches.set(batch.id, { ...batch, waitingFor });
}

const placeOf = ({ batchId, index }: ItemRow) => ({ batchId, index });

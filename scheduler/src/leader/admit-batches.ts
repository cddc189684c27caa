import { inSpan, type Prisma } from '@framemill/infra';
import type { Document, VariableValues } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import { fillVariables } from '@framemill/timeline/variables';
import { admitPrepared } from '../admission/admit.ts';
import { checkEarly, lockAccount } from '../admission/export-allowance.ts';
import { prepareDocument } from '../admission/prepare-render.ts';
import { batchDelivery, batchOutputs, type OpenBatch } from '../batches.ts';
import type { Plan } from '../plans/index.ts';
import { batchRoom } from '../policy/capacity.ts';
import { parseLimits } from '../protocol/index.ts';
import { activeEpoch, activeStatuses, fenced, type LeaderContext } from './context.ts';

/**
 * Time budget of one run in ms. Each admission triggers another run at once, which continues with the remaining items.
 */
const budgetMs = 400;
const itemsAtOnce = 16;
const batchesLookedAt = 200;

interface BatchOfAccount {
  id: string;
  accountId: string;
}

/**
 * Admits items of batches as render slots of their accounts become free. The account with the fewest running renders
 * comes first, and within an account the oldest batch. The render of an item is inserted in the same transaction that
 * marks the item as admitted, so a crash never leads to a second admission.
 */
export async function admitBatches(leader: LeaderContext): Promise<void> {
  const open = await leader.database.client.$queryRaw<BatchOfAccount[]>`
    SELECT b.id, b."accountId" FROM "Batch" b
    WHERE b.status = 'PROCESSING'
      AND EXISTS (SELECT 1 FROM "BatchItem" i WHERE i."batchId" = b.id AND i.status = 'QUEUED')
    ORDER BY b."createdAt", b.id LIMIT ${batchesLookedAt}`;
  forgetOthers(leader, open);
  if (open.length === 0) return;
  const running = await runningRenders(
    leader,
    open.map(({ accountId }) => accountId),
  );
  const accounts = [...running].sort(([, a], [, b]) => a - b).map(([accountId]) => accountId);
  const endsAtMs = performance.now() + budgetMs;
  for (const accountId of accounts) {
    if (performance.now() > endsAtMs) return;
    const ids = open.filter((batch) => batch.accountId === accountId).map(({ id }) => id);
    await admitOfAccount(leader, accountId, ids, endsAtMs);
  }
}

async function admitOfAccount(
  leader: LeaderContext,
  accountId: string,
  batchIds: readonly string[],
  endsAtMs: number,
): Promise<void> {
  // Locking the account also starts its new monthly allowance when it is due, as every admission does.
  const account = await fenced(leader, (tx) => lockAccount(tx, accountId, new Date()));
  const plan = leader.plans.of(account);
  const running = (await runningRenders(leader, [accountId])).get(accountId) ?? 0;
  let room = batchRoom({
    running,
    slots: slotsOf(leader),
    concurrentRenders: plan.concurrentRenders,
    most: itemsAtOnce,
  });
  for (const batchId of batchIds) {
    if (room <= 0) return;
    const items = await leader.database.client.batchItem.findMany({
      where: { batchId, status: 'QUEUED' },
      orderBy: { index: 'asc' },
      take: room,
    });
    const batch = items.length > 0 ? await batchOf(leader, batchId) : null;
    for (const item of items) {
      if (batch === null || performance.now() > endsAtMs) break;
      if (!(await admitItem(leader, plan, batch, item))) return;
      room -= 1;
    }
  }
}

async function batchOf(leader: LeaderContext, id: string): Promise<OpenBatch | null> {
  const known = leader.memory.batches.get(id);
  if (known !== undefined) return known;
  const row = await leader.database.client.batch.findUnique({ where: { id } });
  if (row === null || row.document === null) return null;
  const { outputs, ...columns } = row;
  const wishes = batchOutputs({ ...columns, outputs });
  const delivery = batchDelivery(row.delivery);
  const qc = parseLimits(row.qc);
  const batch = { ...columns, document: parseDocument(row.document), wishes, delivery, qc };
  leader.memory.batches.set(id, batch);
  return batch;
}

function forgetOthers({ memory }: LeaderContext, open: readonly BatchOfAccount[]): void {
  const ids = new Set(open.map(({ id }) => id));
  for (const id of memory.batches.keys()) if (!ids.has(id)) memory.batches.delete(id);
}

function slotsOf({ memory }: LeaderContext): number {
  return memory.leases.reduce((sum, lease) => sum + (lease.draining ? 0 : lease.slots), 0);
}

async function runningRenders(leader: LeaderContext, accountIds: readonly string[]): Promise<Map<string, number>> {
  const ids = [...new Set(accountIds)];
  const counts = await leader.database.client.render.groupBy({
    by: ['accountId'],
    where: { accountId: { in: ids }, status: { in: activeStatuses }, test: false, parentId: null },
    _count: true,
  });
  return new Map(ids.map((id) => [id, counts.find(({ accountId }) => accountId === id)?._count ?? 0]));
}

type ItemRow = Prisma.BatchItemGetPayload<Prisma.BatchItemDefaultArgs>;

/** Error: another transaction has admitted the item, or its batch was cancelled. This admission is rolled back. */
class ItemGone extends Error {
  override readonly name = 'ItemGone';
}

/**
 * Admits one item as a render, or marks it as FAILED when its values do not give a valid document. Returns false when
 * the account has no free render slot or no export left; an exhausted allowance is recorded in the batch's
 * `waitingFor`. Throws errors that may be temporary.
 */
async function admitItem(leader: LeaderContext, plan: Plan, batch: OpenBatch, item: ItemRow): Promise<boolean> {
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
    const attributes = { batch: batch.id, item: item.index };
    // The request for the batch ended long ago: each item has a trace of its own.
    await inSpan(leader.tracing.enter('admit', null, { attributes }), () =>
      admitPrepared(
        leader,
        { ...order, ...delivery, along: (tx, renderId) => take(leader, tx, item, renderId) },
        plan,
        prepared,
      ),
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

import { parseDocument } from '@framemill/timeline/document';
import { lockAccount } from '../admission/export-allowance.ts';
import { batchDelivery, batchWishes } from '../batches/batch-wishes.ts';
import type { OpenBatch } from '../batches/open-batch.ts';
import { batchRoom } from '../policy/batch-room.ts';
import { parseLimits } from '../protocol/index.ts';
import { admitItem } from './admit-item.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';

/** Time budget of one tick in ms. Remaining items follow in the next tick, which each admission triggers at once. */
const budgetMs = 400;
const itemsAtOnce = 16;
const batchesLookedAt = 200;

interface BatchOfAccount {
  id: string;
  accountId: string;
}

/**
 * Admits items of batches as render slots of their accounts become free. The account with the fewest running renders
 * comes first, and within an account the oldest batch. An item is admitted in the transaction that inserts its render,
 * so a leader that dies never admits an item twice.
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
  const wishes = batchWishes({ ...columns, outputs });
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

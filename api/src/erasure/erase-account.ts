import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, ObjectStore, Prisma, Redis } from '@framemill/infra';
import type { SchedulerClient } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { setRestriction } from '../account/account-facts.ts';
import { operatorActor, recordAudit } from '../audit/audit-log.ts';
import { eraseRequestLog } from '../request-log/request-log.ts';
import { accountObjects, type OwnObject } from './account-objects.ts';
import { accountItself, accountTables, auditTable, type OwnedBy, totalsTable } from './account-tables.ts';
import { forgetPositions } from './sweep-positions.ts';

/** Services that the erasure of an account uses. */
export interface ErasureDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly redis: Redis;
  readonly scheduler: Pick<SchedulerClient, 'cancel' | 'cancelBatch'>;
  /** Time in ms after which every API process refuses the keys of the account. Default `REFUSED_MS`. */
  readonly refusedMs?: number;
}

/** Report of an erasure: the number of removed rows by table, the number of removed objects, and their bytes. */
export interface ErasureReport {
  readonly id: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly objects: number;
  readonly bytes: number;
}

/** Options of an erasure. */
export interface ErasureOptions {
  /** Whether open renders and batches are cancelled first. */
  readonly cancel: boolean;
  /** Operator for the audit log; absent: the user of the operating system. */
  readonly actor?: string;
}

/** Time in ms after which API processes have forgotten cached credentials. */
const REFUSED_MS = 5_000;
/** Number of rows that one statement deletes. */
const rowsAtOnce = 5_000;
/** Number of objects that are deleted at the same time. */
const objectsAtOnce = 16;

/** Counts of what has been removed so far. */
interface Removed {
  readonly rows: Record<string, number>;
  objects: number;
  bytes: number;
}

/**
 * Erases an account: all its rows and objects and its request log, for good. Can be run again after an interruption,
 * also when the row of the account itself is already gone.
 *
 * 1. The account is suspended, and its open renders and batches are cancelled if `cancel` is set.
 * 2. Its objects are deleted before the rows that name them, so that an interrupted run finds the rest.
 * 3. Its rows are deleted, the account and its ledger last.
 * 4. Objects and rows are searched a second time, for what a node delivered in the meantime.
 *
 * Throws `not_found` when nothing of such an account is stored, and `invalid_request` when renders or batches are open
 * and `cancel` is false; nothing is changed then.
 */
export async function eraseAccount(
  deps: ErasureDeps,
  accountId: string,
  { cancel, actor = operatorActor() }: ErasureOptions,
): Promise<ErasureReport> {
  const { database, refusedMs = REFUSED_MS } = deps;
  const account = await database.client.account.findUnique({ where: { id: accountId }, select: { email: true } });
  const owner = { accountId, email: account?.email ?? null };
  if (account !== null) {
    if (!cancel) await refuseOpen(database, accountId);
    await setRestriction(database.client, accountId, {
      ...{ status: 'suspended', restrictedUntil: null, restrictionReason: 'The account is being erased.' },
    });
    await delay(refusedMs);
    await cancelAll(deps, accountId);
  }
  const removed: Removed = { rows: {}, objects: 0, bytes: 0 };
  await removeObjects(deps, accountId, removed);
  await removeRows(database, owner, removed);
  await removeObjects(deps, accountId, removed);
  await removeRows(database, owner, removed);
  await forgetPositions(database);
  await eraseRequestLog(deps.redis, accountId);
  if (account === null && removed.objects === 0 && Object.keys(removed.rows).length === 0) {
    throw new FramemillError('not_found', `Nothing of an account ${accountId} is stored. See the list of accounts.`);
  }
  const entry = {
    actor,
    action: 'account.erase',
    accountId: null,
    subject: hashOf(accountId),
  } as const;
  await database.client.$transaction((tx) => recordAudit(tx, entry));
  return { id: accountId, ...removed };
}

/** Returns the hash of an account's id, by which a reader of the audit log can recognise an id that is known. */
function hashOf(accountId: string): string {
  return `sha256:${createHash('sha256').update(accountId).digest('hex')}`;
}

const isOpen = { in: ['PENDING', 'PROCESSING'] };

async function openWork({ client }: Database, accountId: string) {
  const select = { id: true } as const;
  const batches = await client.batch.findMany({ where: { accountId, status: 'PROCESSING' }, select });
  const renders = await client.render.findMany({ where: { accountId, parentId: null, status: isOpen }, select });
  return { batches, renders };
}

async function refuseOpen(database: Database, accountId: string): Promise<void> {
  const { batches, renders } = await openWork(database, accountId);
  if (batches.length + renders.length === 0) return;
  throw new FramemillError(
    'invalid_request',
    `The account ${accountId} has ${renders.length} open renders and ${batches.length} open batches. Nothing was ` +
      'erased. Wait for their end, or add --cancel to cancel them.',
  );
}

async function cancelAll({ database, scheduler }: ErasureDeps, accountId: string): Promise<void> {
  const { batches, renders } = await openWork(database, accountId);
  for (const { id: batchId } of batches) await scheduler.cancelBatch({ accountId, batchId }).catch(unlessEnded);
  for (const { id: renderId } of renders) await scheduler.cancel({ accountId, renderId }).catch(unlessEnded);
}

/** Rethrows an error, unless it says that the work has ended meanwhile. */
function unlessEnded(error: unknown): void {
  const ended = ['render_finished', 'batch_finished'];
  if (!(error instanceof FramemillError) || !ended.includes(String(error.details.conflictCode))) throw error;
}

async function removeObjects(deps: ErasureDeps, accountId: string, removed: Removed): Promise<void> {
  let some: OwnObject[] = [];
  const flush = async () => {
    await Promise.all(some.map(({ key }) => deps.store.delete(key)));
    removed.objects += some.length;
    removed.bytes += some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    some = [];
  };
  for await (const object of accountObjects(deps, accountId)) {
    if (some.push(object) === objectsAtOnce) await flush();
  }
  await flush();
}

async function removeRows({ client }: Database, owner: OwnedBy, { rows }: Removed): Promise<void> {
  const add = (name: string, count: number) => {
    if (count > 0) rows[name] = (rows[name] ?? 0) + count;
  };
  for (const { name, where } of accountTables) {
    for (let count = rowsAtOnce; count === rowsAtOnce; add(name, count)) {
      count = await client.$executeRawUnsafe(
        `DELETE FROM "${name}" WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM "${name}" WHERE ${where(owner)} LIMIT ${rowsAtOnce}))`,
      );
    }
  }
  await client.$transaction(
    async (tx) => {
      for (const { name, where } of accountItself) add(name, await countRows(tx, name, where(owner)));
      await tx.account.deleteMany({ where: { id: owner.accountId } });
      add(totalsTable.name, (await tx.total.deleteMany({ where: { accountId: owner.accountId } })).count);
      // Operators are kept by name; an actor of the account itself loses its id.
      const changed = await tx.$executeRawUnsafe(
        `UPDATE "AuditEntry" SET action = 'erased', "accountId" = NULL, subject = NULL, detail = NULL,
           actor = CASE WHEN actor LIKE 'operator:%' THEN actor ELSE split_part(actor, ':', 1) END
         WHERE ${auditTable.where(owner)}`,
      );
      add(auditTable.name, changed);
      // What the account did to others as their operator stays, without its id.
      const ownActor = `operator:${owner.accountId}`;
      await tx.auditEntry.updateMany({ where: { actor: ownActor }, data: { actor: 'operator' } });
    },
    { timeout: 10 * 60_000 },
  );
}

async function countRows(tx: Prisma.TransactionClient, name: string, where: string): Promise<number> {
  const [row] = await tx.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM "${name}" WHERE ${where}`,
  );
  return row?.count ?? 0;
}

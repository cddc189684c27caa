import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, ObjectStore, Prisma, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { accountNotFound } from '../account/account-facts.ts';
import { operatorActor, recordAudit } from '../audit/audit-log.ts';
import { readRequestLog } from '../request-log/request-log.ts';
import { accountObjects } from './account-objects.ts';
import {
  type AccountTable,
  accountItself,
  accountTables,
  auditTable,
  type OwnedBy,
  totalsTable,
} from './account-tables.ts';

/** Report of an export: the number of written rows by table, the number of written objects, and their bytes. */
export interface ExportReport {
  readonly id: string;
  readonly folder: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly objects: number;
  readonly bytes: number;
}

/** Maximum time that the rows of an account are read, in ms. */
const READ_MS = 24 * 3_600_000;
const rowsAtOnce = 1_000;

/**
 * Writes all data of an account to a folder that does not exist yet: `tables/<table>.jsonl` with one row in each line,
 * `requests.jsonl` with its request log, and `objects/<key>`. The rows are those of one moment. Passwords, keys and
 * other secrets are left out. Throws `not_found` for an unknown account, and `invalid_request` when the folder exists
 * or cannot be created.
 */
export async function exportAccount(
  deps: { readonly database: Database; readonly store: ObjectStore; readonly redis: Redis },
  accountId: string,
  folder: string,
): Promise<ExportReport> {
  const { client } = deps.database;
  const account = await client.account.findUnique({ where: { id: accountId }, select: { email: true } });
  if (account === null) throw accountNotFound(accountId);
  const owner = { accountId, email: account.email };
  await makeFolder(folder);
  const rows: Record<string, number> = {};
  const tables = [...accountTables, ...accountItself, totalsTable, auditTable];
  await client.$transaction(
    async (tx) => {
      for (const table of tables) {
        const count = await writeTable(tx, table, owner, path.join(folder, 'tables', `${table.name}.jsonl`));
        if (count > 0) rows[table.name] = count;
      }
    },
    { timeout: READ_MS, isolationLevel: 'RepeatableRead' },
  );
  const requests = await readRequestLog(deps.redis, accountId);
  const lines = requests.map((request) => `${JSON.stringify(request)}\n`);
  await writeFile(path.join(folder, 'requests.jsonl'), lines.join(''));
  let [objects, bytes] = [0, 0];
  for await (const { key, sizeBytes } of accountObjects(deps, accountId)) {
    const file = path.join(folder, 'objects', key);
    await mkdir(path.dirname(file), { recursive: true });
    await deps.store.getFile(key, file);
    objects += 1;
    bytes += sizeBytes;
  }
  const entry = { actor: operatorActor(), action: 'account.export', accountId, subject: accountId } as const;
  await client.$transaction((tx) => recordAudit(tx, entry));
  return { id: accountId, folder, rows, objects, bytes };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    // Only the operator may read what is in it.
    await mkdir(folder, { mode: 0o700 });
    await mkdir(path.join(folder, 'tables'));
    await mkdir(path.join(folder, 'objects'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message =
      `The folder "${folder}" cannot be created (${reason}). ` +
      'Name a folder that does not exist yet, in one that exists.';
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
}

async function writeTable(
  tx: Prisma.TransactionClient,
  { name, where, secret = [] }: AccountTable,
  owner: OwnedBy,
  file: string,
): Promise<number> {
  const hidden = `'{${secret.join(',')}}'::text[]`;
  // A cursor, because an account may have millions of rows in a table.
  await tx.$executeRawUnsafe(
    `DECLARE account_rows NO SCROLL CURSOR FOR SELECT (to_jsonb(t) - ${hidden})::text AS row FROM "${name}" t
     WHERE ${where(owner)}`,
  );
  const handle = await open(file, 'wx');
  let count = 0;
  try {
    for (let last = rowsAtOnce; last === rowsAtOnce; count += last) {
      const rows = await tx.$queryRawUnsafe<{ row: string }[]>(`FETCH ${rowsAtOnce} FROM account_rows`);
      for (const { row } of rows) await handle.write(`${row}\n`);
      last = rows.length;
    }
  } finally {
    await handle.close();
  }
  await tx.$executeRawUnsafe('CLOSE account_rows');
  return count;
}

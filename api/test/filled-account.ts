import type { Database, ObjectStore } from '@framemill/infra';
import { objectKeys } from '@framemill/scheduler/protocol';
import { accountItself, accountTables, auditTable, totalsTable } from '../src/erasure/account-tables.ts';

/** Ids of an account that `fillAccount` created. */
export interface FilledAccount {
  readonly accountId: string;
  readonly email: string;
  /** Texts that must not be found anywhere once the account is erased. */
  readonly traces: readonly string[];
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
  /** Table and column that the column refers to; null: none. */
  readonly parent: string | null;
  readonly parentColumn: string | null;
}

/** Reads the columns of all tables from the information schema, with the foreign keys that each of them is part of. */
export function readColumns({ client }: Database): Promise<Column[]> {
  return client.$queryRaw<Column[]>`
    SELECT c.table_name::text AS "table", c.column_name::text AS name, c.udt_name::text AS type,
      c.is_nullable = 'NO' AND c.column_default IS NULL AS "isNeeded",
      k.parent, k.parent_column AS "parentColumn"
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    LEFT JOIN LATERAL (
      SELECT p.relname::text AS parent, pa.attname::text AS parent_column
      FROM pg_constraint f
      JOIN pg_class p ON p.oid = f.confrelid
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1] AND a.attname = c.column_name
      JOIN pg_attribute pa ON pa.attrelid = f.confrelid AND pa.attnum = f.confkey[1]
      WHERE f.contype = 'f' AND f.conrelid = quote_ident(c.table_name)::regclass LIMIT 1
    ) k ON true
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
    ORDER BY c.table_name, c.ordinal_position`;
}

/**
 * Inserts one row into every table with rows of accounts, and an object of every kind. A required text or JSON column
 * names all ids of the account. Two accounts have the same content keys and the same hashes of media.
 */
export async function fillAccount(
  { database, store }: { readonly database: Database; readonly store: ObjectStore },
  name: string,
): Promise<FilledAccount> {
  const accountId = `acc_${name}`;
  const email = `${name}@erasure.example`;
  const ids = { project: `prj_${name}`, render: `rnd_${name}`, media: `med_${name}` };
  const traces = [accountId, email, ...Object.values(ids)];
  const mention = traces.join(' ');
  const hash = 'a'.repeat(64);
  /** Values of single columns; all other columns get one by their type. */
  const values: Record<string, unknown> = {
    ...{ 'Account.id': accountId, 'Account.email': email, 'Account.plan': 'studio', 'Invitation.email': email },
    ...{ 'Project.id': ids.project, 'Render.id': ids.render, 'Media.id': ids.media, 'Render.status': 'PROCESSING' },
    ...{ 'Render.exportKey': `exports/${Buffer.from(name.padEnd(24)).toString('hex')}.mp4` },
    ...{ 'Media.objectKey': `uploads/${ids.media}.mp4`, 'Media.sha256': hash },
    ...{ 'Artifact.contentKey': hash, 'Artifact.sha256': hash, 'MediaFault.mediaSha256': hash },
    ...{ 'RenderSegment.contentKey': hash, 'Batch.status': 'PROCESSING', 'Plugin.slug': 'palette' },
    ...{ 'AuditEntry.actor': `session:${accountId}`, 'AuditEntry.subject': ids.render },
    'AuditEntry.detail': { reason: mention },
  };
  const columns = await readColumns(database);
  const tables = [...accountItself, totalsTable, auditTable, ...accountTables].reverse().map((table) => table.name);
  // A row needs those that it refers to, so tables whose parents are missing wait for another round.
  const made = new Set<string>();
  for (let waiting = tables; waiting.length > 0; ) {
    const ready = waiting.filter((table) =>
      columns.every(
        (column) =>
          column.table !== table ||
          column.parent === null ||
          column.parent === table ||
          !tables.includes(column.parent) ||
          made.has(column.parent),
      ),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${waiting.join(', ')}.`);
    for (const table of ready) {
      await insert(table);
      made.add(table);
    }
    waiting = waiting.filter((table) => !made.has(table));
  }
  for (const key of keysOf()) await store.put(key, Buffer.from(mention));
  return { accountId, email, traces };

  async function insert(table: string): Promise<void> {
    const filled = columns.filter((column) => column.table === table && (column.isNeeded || isFilled(column)));
    const row = Object.fromEntries(filled.map((column) => [column.name, cellOf(column)]));
    const names = Object.keys(row).map((column) => `"${column}"`);
    await database.client.$executeRawUnsafe(
      `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`,
      JSON.stringify(row),
    );
  }

  function isFilled({ table, name: column, parent }: Column): boolean {
    return parent !== null || column === 'accountId' || `${table}.${column}` in values;
  }

  function cellOf({ table, name: column, type, parent, parentColumn }: Column): unknown {
    const given = values[`${table}.${column}`];
    if (given !== undefined) return given;
    if (parent !== null) return values[`${parent}.${parentColumn}`] ?? `${parent}_${name}`;
    if (column === 'accountId' || column === 'ownerId') return accountId;
    if (column === 'id' && type === 'text') return `${table}_${name}`;
    if (type === 'text') return `${table} ${mention}`;
    if (type === 'jsonb') return { mention };
    if (type.startsWith('_')) return [];
    if (type.startsWith('timestamp') || type === 'date') return '2026-01-01T00:00:00Z';
    return type === 'bool' ? true : 1;
  }

  function keysOf(): string[] {
    const kinds = Object.entries(objectKeys).flatMap(([kind, keyOf]) => {
      if (typeof keyOf === 'string' || ['frame', 'keptFrame', 'fixture'].includes(kind)) return [];
      const owner = ['document', 'manifest', 'report'].includes(kind) ? ids.render : accountId;
      return [(keyOf as (...parts: string[]) => string)(owner, hash, 'words')];
    });
    // The prefix of a media file's proxies is no key.
    const keys = kinds.filter((key) => !key.endsWith('/'));
    return [...keys, String(values['Media.objectKey']), String(values['Render.exportKey'])];
  }
}

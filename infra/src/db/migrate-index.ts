import type pg from 'pg';

/** SQL of a migration that builds or drops one index without locking its table. Group 1: the name of the index. */
const indexStatement =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) "(\w+)"[^;]*;?$/;

/**
 * Whether the SQL of a migration builds or drops an index concurrently, which PostgreSQL does only outside of a
 * transaction. Throws when such a migration has further statements, or does not accept an index that is already there:
 * then it could not be repeated after an interruption.
 */
export function buildsIndex(sql: string): boolean {
  const statement = withoutComments(sql);
  if (!/\bINDEX CONCURRENTLY\b/i.test(statement)) return false;
  if (indexStatement.test(statement)) return true;
  throw new Error(
    'it must be one statement, CREATE INDEX CONCURRENTLY IF NOT EXISTS "..." or DROP INDEX CONCURRENTLY IF EXISTS ' +
      `"..." (got "${statement.slice(0, 100)}"). Move other statements to another migration`,
  );
}

/**
 * Runs a migration for which `buildsIndex` is true. An interrupted build leaves an invalid index, which is dropped
 * first. Readers and writers of the table go on meanwhile.
 */
export async function changeIndex(client: pg.Client, sql: string): Promise<void> {
  const name = indexStatement.exec(withoutComments(sql))?.[1] ?? '';
  const { rowCount } = await client.query(
    `SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = $1 AND n.nspname = 'public' AND NOT i.indisvalid`,
    [name],
  );
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY ${client.escapeIdentifier(name)}`);
  await client.query(sql);
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
}

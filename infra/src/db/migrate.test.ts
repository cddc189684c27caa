import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@framemill/testing/folders';
import { emptyDatabase } from '@framemill/testing/services';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { migrateDatabase } from './migrate.ts';

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));

describe('migrateDatabase', () => {
  let url: string;
  let folder: string;
  beforeEach(async () => {
    url = await emptyDatabase();
    folder = testFolder();
  });

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'migration.sql'), sql);
  }

  it('makes exactly the database that Prisma makes of the schema', async () => {
    await migrateDatabase(url);
    // Prisma's schema has no indexes of expressions, and none with settings.
    await query(url, 'DROP INDEX "Media_parts_idx", "Account_parts_idx", "Project_media_idx"');
    const expected = await emptyDatabase();
    await query(expected, await sqlOfSchema(expected));
    const description = await describeDatabase(url);
    expect(description.length).toBeGreaterThan(100);
    expect(description).toEqual(await describeDatabase(expected));
  });

  it('applies each migration once, in the order of the names', async () => {
    await write('2_more', 'ALTER TABLE a ADD COLUMN c TEXT');
    await write('1_first', 'CREATE TABLE a (b TEXT); INSERT INTO a VALUES (1)');
    expect(await migrateDatabase(url, { folder })).toEqual(['1_first', '2_more']);
    expect(await migrateDatabase(url, { folder })).toEqual([]);
    expect(await query(url, 'SELECT * FROM a')).toEqual([{ b: '1', c: null }]);
  });

  it('lets several processes start at once', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT)');
    const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { folder })));
    expect(applied.flat()).toEqual(['1_first']);
  });

  it('holds up no readers while a transaction locks a table, and goes on when it has ended', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT)');
    await migrateDatabase(url, { folder });
    await write('2_more', 'ALTER TABLE a ADD COLUMN c TEXT');
    const [long, reader] = [await open(url), await open(url)];
    await long.query("BEGIN; SET LOCAL application_name = 'report'; SELECT * FROM a");
    const said: string[] = [];
    const migrated = migrateDatabase(url, { folder, say: (line) => said.push(line) });
    await reader.query("SET lock_timeout = '2s'");
    for (let reads = 0; reads < 2; reads += 1) {
      const waiting = 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
      await vi.waitFor(async () => expect((await reader.query(waiting, ['a'])).rowCount).toBe(1), { timeout: 100_000 });
      // Queues behind the migration, which must give way.
      await reader.query('SELECT * FROM a');
    }
    expect(said).toEqual([expect.stringMatching(/"2_more" waits for a table .* \(process \d+: \w+, report\)$/)]);
    await long.query('COMMIT');
    expect(await migrated).toEqual(['2_more']);
    await Promise.all([long.end(), reader.end()]);
  });

  it('gives up when a table stays locked, and names the transaction', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT)');
    await migrateDatabase(url, { folder });
    await write('2_more', 'ALTER TABLE a ADD COLUMN c TEXT');
    const long = await open(url);
    await long.query('BEGIN; SELECT * FROM a');
    await expect(migrateDatabase(url, { folder, lockPatienceMs: 1 })).rejects.toThrow(
      /"2_more" failed: a table was locked for \d+ s; the oldest transaction .*pg_terminate_backend.*Nothing was changed/,
    );
    await long.end();
  });

  it('builds an index while others read, write and migrate, and again after a build that failed', async () => {
    await write('1_first', "CREATE TABLE a (b TEXT); INSERT INTO a VALUES ('same'), ('same')");
    await write('2_index', '-- Finds rows by b.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "a_b" ON a (b);\n');
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('"2_index" failed: could not create unique index');
    const invalid = "SELECT FROM pg_index WHERE indexrelid = 'a_b'::regclass AND NOT indisvalid";
    expect(await query(url, invalid)).toHaveLength(1);
    await query(url, 'DELETE FROM a WHERE ctid = (SELECT min(ctid) FROM a)');
    const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { folder })));
    expect(applied.flat()).toEqual(['2_index']);
    expect(await query(url, invalid)).toEqual([]);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_b" ON a (b); SELECT 1',
    'CREATE INDEX CONCURRENTLY "a_b" ON a (b)',
  ])('refuses a concurrent index that could not be repeated: %s', async (sql) => {
    await write('1_first', sql);
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('"1_first" failed: it must be one statement');
  });

  const inSteps = `-- In steps of 10 rows.
    UPDATE a SET step = txid_current(), root = sqrt(square)
    WHERE id = ANY(ARRAY(SELECT id FROM a WHERE step IS NULL ORDER BY id LIMIT 10))`;

  it('changes rows in steps, each in a transaction of its own, and goes on after a step that failed', async () => {
    await write(
      '1_first',
      `CREATE TABLE a (id INT, square FLOAT, root FLOAT, step BIGINT);
       INSERT INTO a SELECT i, i * i FROM generate_series(1, 25) AS i; UPDATE a SET square = -1 WHERE id = 17`,
    );
    await write('2_filled', inSteps);
    await expect(migrateDatabase(url, { folder })).rejects.toThrow(
      /"2_filled" failed: cannot take square root of a negative number. Earlier steps stay/,
    );
    const steps = 'SELECT count(*)::int AS rows FROM a WHERE step IS NOT NULL GROUP BY step ORDER BY step';
    expect(await query(url, steps)).toEqual([{ rows: 10 }]);
    await query(url, 'UPDATE a SET square = 289 WHERE id = 17');
    expect(await migrateDatabase(url, { folder })).toEqual(['2_filled']);
    expect(await query(url, steps)).toEqual([{ rows: 10 }, { rows: 10 }, { rows: 5 }]);
    expect(await query(url, 'SELECT FROM a WHERE root = id')).toHaveLength(25);
  });

  it('refuses steps of several statements', async () => {
    await write('1_first', '-- In steps of 10 rows.\nSELECT 1; SELECT 2');
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('"1_first" failed: it must be one statement');
  });

  it('leaves nothing of a migration that fails', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT); SELECT nonsense');
    await expect(migrateDatabase(url, { folder })).rejects.toThrow(
      'The migration "1_first" failed: column "nonsense" does not exist',
    );
    expect(await query(url, "SELECT 1 FROM pg_tables WHERE tablename = 'a'")).toEqual([]);
    expect(await query(url, 'SELECT 1 FROM "_prisma_migrations"')).toEqual([]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT)');
    await migrateDatabase(url, { folder });
    await write('1_first', 'CREATE TABLE a (b INT)');
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('"1_first" was changed after it was applied');
  });

  it('refuses a database of a newer version', async () => {
    await write('1_first', 'CREATE TABLE a (b TEXT)');
    await migrateDatabase(url, { folder });
    await rm(path.join(folder, '1_first'), { recursive: true });
    await expect(migrateDatabase(url, { folder })).rejects.toThrow('Use a newer version of Framemill');
  });
});

/**
 * Returns the SQL that Prisma's own engine generates from schema.prisma. The engine requires a database connection, but
 * reads nothing from it.
 */
async function sqlOfSchema(url: string): Promise<string> {
  const content = await readFile(schemaFile, 'utf8');
  const files = [{ path: schemaFile, content }];
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const engine = await SchemaEngine.new({ datamodels: [[schemaFile, content]] }, () => {}, adapter);
  const result = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return result.stdout ?? '';
}

/**
 * Describes a database: its columns with types, defaults and nullability, and the definitions of its indexes and
 * constraints.
 */
async function describeDatabase(url: string): Promise<object[]> {
  const columns = await query(
    url,
    `SELECT table_name, column_name, ordinal_position, data_type, udt_name, datetime_precision,
    is_nullable, column_default
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
     ORDER BY table_name, ordinal_position`,
  );
  const indexes = await query(
    url,
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY " +
      'indexdef',
  );
  const constraints = await query(
    url,
    `SELECT conrelid::regclass::text AS on, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> '_prisma_migrations' ORDER BY 1, 2`,
  );
  return [...columns, ...indexes, ...constraints];
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = await open(url);
  try {
    const result = await client.query<object>(sql);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

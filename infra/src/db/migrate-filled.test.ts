import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fillDatabase } from '@framemill/testing/filled-database';
import { testFolder } from '@framemill/testing/folders';
import { emptyDatabase } from '@framemill/testing/services';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrateDatabase } from './migrate.ts';

/** Migrations of a release after this one, of every kind that the rules allow for a filled table. */
const nextRelease: Readonly<Record<string, string>> = {
  '99990101000001_columns': `ALTER TABLE "Render" ADD COLUMN "next" INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE "Media" ADD COLUMN "next" TEXT;
    ALTER TABLE "Task" ADD COLUMN "next" TEXT`,
  '99990101000002_index': 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "Task_next" ON "Task" ("next", "createdAt")',
  '99990101000003_check': `ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_next" FOREIGN KEY ("taskId")
    REFERENCES "Task"("id") NOT VALID`,
  '99990101000004_validate': 'ALTER TABLE "Attempt" VALIDATE CONSTRAINT "Attempt_next"',
  '99990101000005_fill': `UPDATE "Media" SET "next" = 'x' WHERE "next" IS NULL`,
};

it('migrates 20,000 renders while long transactions read them, and no reader waits for 2 s', {
  timeout: 300_000,
  tags: 'full',
}, async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  await fillDatabase(url, { renders: 20_000 });
  const folder = testFolder();
  await cp(path.resolve(import.meta.dirname, '../../prisma/migrations'), folder, { recursive: true });
  for (const [name, sql] of Object.entries(nextRelease)) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'migration.sql'), sql);
  }
  const [long, reader] = [await open(url), await open(url)];
  const { rows } = await reader.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  );
  await reader.query("SET lock_timeout = '2s'");
  await long.query('BEGIN; SELECT FROM "Media" LIMIT 1');
  const done: string[][] = [];
  const migration = migrateDatabase(url, { folder }).then((names) => done.push(names));
  // The long transaction ends only after the migration has had to give way.
  for (let rounds = 0; done.length === 0; rounds += 1) {
    for (const { name } of rows) await reader.query(`SELECT FROM ${reader.escapeIdentifier(name)} LIMIT 1`);
    if (rounds === 200) await long.query('COMMIT');
  }
  await migration;
  expect(done).toEqual([Object.keys(nextRelease)]);
  await Promise.all([long.end(), reader.end()]);
});

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

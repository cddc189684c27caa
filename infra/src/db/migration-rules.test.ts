import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildsIndex } from './migrate-index.ts';

const folder = path.resolve(import.meta.dirname, '../../prisma/migrations');
/** Migrations up to this name were written before the rules. */
const lastFree = '20261129150000';

/** Clauses of ALTER TABLE that read or rewrite all rows while nobody may use the table, with the remedy. */
const slowClauses: readonly (readonly [RegExp, string])[] = [
  [/ALTER COLUMN "\w+" (?:SET DATA )?TYPE/, 'add a column of the new type'],
  [/SET NOT NULL/, 'add a CHECK (... IS NOT NULL) NOT VALID, and validate it in another migration'],
  [/ADD CONSTRAINT (?:(?!NOT VALID).)*(?:FOREIGN KEY|CHECK)(?:(?!NOT VALID).)*$/, 'add it NOT VALID'],
  [/ADD (?:CONSTRAINT "\w+" )?(?:PRIMARY KEY|UNIQUE) \(/, 'build the index CONCURRENTLY, then add it USING INDEX'],
  [/ADD COLUMN (?:(?!, ADD).)* DEFAULT \w+\(/, 'add the column without a computed default'],
  [/ADD COLUMN (?:(?!, ADD).)* GENERATED/, 'add the column without a computed value'],
  [/\bRENAME\b/, 'add a new column or table: processes of the release before still use the old name'],
];

/**
 * Returns the statements of a migration that would keep other sessions from a filled table for long, each with the
 * remedy.
 */
function problemsOf(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    // Bodies of functions, which run later.
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const created = new Set(statements.map((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1]));
  const altered = new Set<string>();
  const problems: string[] = [];
  for (const statement of statements) {
    const say = (remedy: string) => problems.push(`${statement}: ${remedy}`);
    const [, indexed] = /^CREATE (?:UNIQUE )?INDEX(?! CONCURRENTLY).* ON "(\w+)"/.exec(statement) ?? [];
    if (indexed !== undefined && !created.has(indexed)) say('build it CONCURRENTLY, in a migration of its own');
    if (/^DROP INDEX(?! CONCURRENTLY)/.test(statement)) say('drop it CONCURRENTLY, in a migration of its own');
    if (/^(?:LOCK|CLUSTER|VACUUM|REINDEX)\b/.test(statement)) say('leave it out');
    if (/VALIDATE CONSTRAINT/.test(statement) && statements.length > 1) say('move it to a migration of its own');
    const [, table] = /^ALTER TABLE (?:ONLY )?"(\w+)"/.exec(statement) ?? [];
    if (table === undefined || created.has(table)) continue;
    altered.add(table);
    for (const [clause, remedy] of slowClauses) if (clause.test(statement)) say(remedy);
  }
  if (altered.size > 3) problems.push(`${[...altered].join(', ')}: alter at most three filled tables in one migration`);
  if (altered.size > 0 && statements.some((statement) => /^(?:UPDATE|DELETE)\b/.test(statement)))
    problems.push('UPDATE or DELETE: move it to a migration that alters no table');
  return problems;
}

it('no new migration keeps others from a filled table for long', () => {
  const names = readdirSync(folder).filter((name) => name > lastFree && /^\d/.test(name));
  const sqls = names.map((name) => [name, readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')] as const);
  expect(sqls.flatMap(([name, sql]) => problemsOf(sql).map((problem) => `${name}: ${problem}`))).toEqual([]);
  for (const [, sql] of sqls) buildsIndex(sql);
});

it.each([
  'CREATE INDEX "a_b" ON "a" ("b")',
  'DROP INDEX "a_b"',
  'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE BIGINT',
  'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
  'ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "c"("id")',
  'ALTER TABLE "a" ADD CONSTRAINT "a_b" CHECK ("b" > 0)',
  'ALTER TABLE "a" ADD CONSTRAINT "a_b" UNIQUE ("b")',
  'ALTER TABLE "a" ADD COLUMN "b" UUID DEFAULT gen_random_uuid()',
  'ALTER TABLE "a" RENAME COLUMN "b" TO "c"',
  'ALTER TABLE "a" VALIDATE CONSTRAINT "a_b"; SELECT 1',
  'ALTER TABLE "a" ADD COLUMN "b" TEXT; UPDATE "a" SET "b" = \'\'',
  'LOCK TABLE "a"',
  'ALTER TABLE "a" ADD "x" INT; ALTER TABLE "b" ADD "x" INT; ALTER TABLE "c" ADD "x" INT; ALTER TABLE "d" ADD "x" INT',
])('finds %s', (sql) => {
  expect(problemsOf(sql)).toHaveLength(1);
});

it.each([
  'CREATE TABLE "a" ("b" INT NOT NULL); CREATE INDEX "a_b" ON "a" ("b"); ALTER TABLE "a" ADD CONSTRAINT "a_c" FOREIGN KEY ("b") REFERENCES "c"("id")',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_b" ON "a" ("b")',
  'ALTER TABLE "a" ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "c" TIMESTAMP(3)',
  'ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "c"("id") NOT VALID',
  'ALTER TABLE "a" VALIDATE CONSTRAINT "a_b"',
  'UPDATE "a" SET "b" = 0 WHERE "b" IS NULL',
  'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE "a" SET "b" = 0; END $$; ALTER TABLE "a" ADD "c" INT',
])('allows %s', (sql) => {
  expect(problemsOf(sql)).toEqual([]);
});

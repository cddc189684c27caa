import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { applyMigration, type LockWaits, type Migration } from './apply-migration.ts';
import { connectPostgres } from './connection.ts';
import { requireSessionOf } from './own-session.ts';

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/**
 * Id of the advisory lock that Prisma's migration tool also uses, so that it never runs at the same time as this code.
 */
const prismaLock = 72_707_369;

/**
 * Statement that creates the table in which Prisma records applied migrations. `prisma migrate deploy` and this code
 * share the table, so each knows the migrations that the other has applied.
 */
const ledgerTable = `
CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Pause in ms between two attempts to get the lock that another migrating process holds. */
const prismaLockPauseMs = 200;

/**
 * Applies the committed migrations that the database lacks, in the order of their names, as `applyMigration` describes.
 * Then grants the rights of the database roles, and returns the names of the applied migrations. Several processes may
 * call this at the same time. Throws when an applied migration was changed, failed halfway (in Prisma's tool), or does
 * not exist here because the database belongs to a newer software version.
 */
export async function migrateDatabase(url: string, options: LockWaits & { folder?: string } = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const client = await connectPostgres(url);
  try {
    await requireSessionOf(client, url);
    await lockMigrations(client);
    await client.query(ledgerTable);
    const applied = await appliedChecksums(client, new Set(migrations.map(({ name }) => name)));
    const done: string[] = [];
    // Nobody waits for a new database.
    const { say: _, ...silently } = options;
    const waits = applied.size === 0 ? silently : options;
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        await applyMigration(client, migration, waits);
        done.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new Error(
          `The migration "${migration.name}" was changed after it was applied. Restore it and add a new migration.`,
        );
      }
    }
    // Roles belong to the whole cluster, but their rights apply to the tables of these migrations.
    if (options.folder === undefined) await grantRoles(client);
    return done;
  } finally {
    // Closes the session, which also frees the lock.
    await client.end();
  }
}

/**
 * Returns the names of the committed migrations that the database lacks, without changing the database. Throws as
 * `migrateDatabase` does.
 */
export async function pendingMigrations(url: string): Promise<string[]> {
  const migrations = await readMigrations(migrationsFolder);
  const names = migrations.map(({ name }) => name);
  const client = await connectPostgres(url);
  try {
    // The table also counts as absent for a role that has no rights on it yet.
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT coalesce(has_table_privilege(to_regclass('"_prisma_migrations"'), 'SELECT'), false) AS "isThere"`,
    );
    if (rows[0]?.isThere !== true) return names;
    const applied = await appliedChecksums(client, new Set(names));
    return names.filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

/**
 * Waits for the lock of the migrating process. It asks repeatedly: a statement that waits inside PostgreSQL would keep
 * its snapshot, for whose end `CREATE INDEX CONCURRENTLY` in the process with the lock waits.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [prismaLock]);
    if (rows[0]?.held === true) return;
    await delay(prismaLockPauseMs);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedChecksums(client: pg.Client, known: Set<string>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  for (const row of rows) {
    if (row.finished_at === null) {
      throw new Error(
        `The migration "${row.migration_name}" failed halfway. Repair the database and mark it with "prisma ` +
          'migrate resolve".',
      );
    }
    if (!known.has(row.migration_name)) {
      throw new Error(
        `The database has the unknown migration "${row.migration_name}". Use a newer version of Framemill.`,
      );
    }
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/**
 * Names of the PostgreSQL roles in installations where the API and the scheduler have separate roles. The tables belong
 * to the role that runs the migrations.
 */
export const databaseRoles = { api: 'framemill_api', scheduler: 'framemill_scheduler' } as const;

/** Tables that only the leading scheduler writes; the API never needs them. */
const leaderTables = ['Leader'];

/** Tables of renders and media that the scheduler reads and writes. */
const schedulerTables = [
  ...['Render', 'RenderSegment', 'Task', 'Attempt', 'Artifact', 'Media', 'MediaFault', 'Ingest', 'OutboxEvent'],
  ...['Batch', 'BatchItem', 'Delivery', 'RenderReport', 'RequestDay', 'SweepPart', 'Total'],
  ...leaderTables,
];

/**
 * Columns of an account that the scheduler may read: the plan and the export counts, but no password and no e-mail
 * address.
 */
const accountRead = ['id', 'plan', 'limits', 'limitsChangedAt', 'exportsUsed', 'periodStart', 'createdAt'];
const accountWritten = ['exportsUsed', 'periodStart', 'updatedAt'];

/** Tables of expiring records. The scheduler deletes expired rows, and may read only their expiry time. */
const sweptTables = ['Session', 'EmbedSession', 'ReviewLink', 'Invitation', 'OauthRecord'];

/**
 * Grants each role that exists in the database cluster the rights that its processes need, and revokes all others.
 * Changes nothing in a cluster without these roles. The table owner calls this after migrations. The scheduler has no
 * rights on a new table until the table is listed in this file.
 */
async function grantRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
    Object.values(databaseRoles),
  ]);
  for (const { rolname } of rows) {
    await client.query('BEGIN');
    for (const grant of grantsOf(rolname)) await client.query(grant);
    await client.query('COMMIT');
  }
}

function grantsOf(role: string): string[] {
  const start = [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  ];
  const change = 'SELECT, INSERT, UPDATE, DELETE';
  if (role === databaseRoles.api) {
    const others = ['_prisma_migrations', ...leaderTables];
    return [
      ...start,
      `GRANT ${change} ON ALL TABLES IN SCHEMA public TO ${role}`,
      `REVOKE INSERT, UPDATE, DELETE ON ${named(others)} FROM ${role}`,
    ];
  }
  return [
    ...start,
    `GRANT ${change} ON ${named(schedulerTables)} TO ${role}`,
    `GRANT SELECT (${named(accountRead)}), UPDATE (${named(accountWritten)}) ON "Account" TO ${role}`,
    // Of webhook endpoints the scheduler may read only the batch id, to delete those of a swept batch.
    `GRANT SELECT ("batchId"), DELETE ON "WebhookEndpoint" TO ${role}`,
    ...sweptTables.map((table) => `GRANT SELECT ("expiresAt"), DELETE ON "${table}" TO ${role}`),
  ];
}

function named(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

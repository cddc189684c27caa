import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { buildsIndex, changeIndex } from './migrate-index.ts';

/** Committed migration: the name of its folder, its SQL, and the SHA-256 of the SQL in hex. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Time limits of the wait for locks that running transactions hold, and the log that reports this wait. */
export interface LockWaits {
  /** Maximum time in ms for which one migration tries to lock its tables. Default: 10 minutes. */
  readonly lockPatienceMs?: number;
  /** Called with a message for the operator while a migration waits, every 10 s. */
  readonly say?: (line: string) => void;
}

const usualLockPatienceMs = 600_000;

/**
 * Time in ms after which a migration stops waiting for a lock. While it waits, all later readers of the table wait
 * behind it.
 */
const lockTimeoutMs = 500;

/** Pause in ms between two attempts. The readers that waited go on in it. */
const pauseMs = 500;

/** Interval in ms of the messages about a migration that waits. */
const sayEveryMs = 10_000;

/** First line of a migration that changes rows in steps. Group 1: the maximum number of rows that a step changes. */
const stepLine = /^-- In steps of (\d+) rows\.\n/;

/** PostgreSQL's error codes of a statement that reached `lock_timeout`, and of one that would wait for ever. */
const lockCodes = ['55P03', '40P01'];

/**
 * Applies a migration and records it in Prisma's table. All statements of a migration run in one transaction. If a
 * table is locked by a running transaction, the attempt is undone after 0.5 s and repeated, so that readers of the
 * table never wait long behind the migration. A migration that builds or drops an index concurrently consists of this
 * one statement, and runs outside of a transaction. A migration that begins with the line `-- In steps of <n> rows.`
 * consists of one statement that changes at most n rows. It is repeated, each time in a transaction of its own, until
 * it changes fewer. Throws when the migration fails, or when a table stays locked for
 * `lockPatienceMs`.
 */
export async function applyMigration(client: pg.Client, migration: Migration, waits: LockWaits = {}): Promise<void> {
  let left = 'Nothing was changed';
  try {
    if (buildsIndex(migration.sql)) {
      left = 'Correct the cause and migrate again; an unfinished index is built anew';
      waits.say?.(`The migration "${migration.name}" changes an index; readers and writers go on meanwhile`);
      await changeIndex(client, migration.sql);
      await record(client, migration);
    } else {
      if (stepLine.test(migration.sql)) left = 'Earlier steps stay; correct the cause and migrate again';
      await applyWhenUnlocked(client, migration, waits);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The migration "${migration.name}" failed: ${reason}. ${left}.`, { cause: error });
  }
}

async function applyWhenUnlocked(client: pg.Client, migration: Migration, waits: LockWaits): Promise<void> {
  const { lockPatienceMs = usualLockPatienceMs, say } = waits;
  let began = performance.now();
  let nextMessageMs = 0;
  for (;;) {
    try {
      if (await applyOnce(client, migration)) return;
      began = performance.now();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && lockCodes.includes(error.code ?? ''))) throw error;
      const waitedMs = performance.now() - began;
      if (waitedMs >= nextMessageMs || waitedMs > lockPatienceMs) {
        const holder = await oldestTransaction(client);
        if (waitedMs > lockPatienceMs) {
          throw new Error(
            `a table was locked for ${Math.round(waitedMs / 1_000)} s${holder}. Wait until it has ended, or end it ` +
              'with pg_terminate_backend, and migrate again',
            { cause: error },
          );
        }
        say?.(`The migration "${migration.name}" waits for a table that is locked${holder}`);
        nextMessageMs = waitedMs + sayEveryMs;
      }
      await delay(pauseMs);
    }
  }
}

/** Applies a migration, or one step of it, in a transaction. Returns whether it is complete, and then recorded. */
async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(migration.sql);
    const isComplete = !hasMoreSteps(migration.sql, result);
    if (isComplete) await record(client, migration);
    await client.query('COMMIT');
    return isComplete;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function hasMoreSteps(sql: string, result: pg.QueryResult | pg.QueryResult[]): boolean {
  const [, rows] = stepLine.exec(sql) ?? [];
  if (rows === undefined) return false;
  if (Array.isArray(result)) throw new Error('it must be one statement, because it runs in steps');
  return Number(result.rowCount) >= Number(rows);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count) VALUES ' +
      '($1, $2, now(), $3, 1)',
    [randomUUID(), checksum, name],
  );
}

/** Describes the oldest other transaction of this database for a message; '' when there is none. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; user: string; program: string; seconds: number }>(
    `SELECT pid, coalesce(usename, '') AS user, coalesce(application_name, '') AS program,
       extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
     ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined) return '';
  const names = [oldest.user, oldest.program].filter((name) => name !== '').join(', ');
  return `; the oldest transaction runs for ${oldest.seconds} s (process ${oldest.pid}: ${names})`;
}

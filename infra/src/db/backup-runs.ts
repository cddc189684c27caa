import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectPostgres } from './connection.ts';
import type { Database } from './database.ts';

/** Number of runs that the database keeps. */
const keptRuns = 50;

/** File in DATA_DIR with the last runs of a service whose database stands still during a backup. */
const runsFile = 'backup-runs.json';

/** Run of `framemill backup`. */
export interface BackupRun {
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Size of the backup; null: the run failed, and `error` has the reason. */
  readonly sizeBytes: number | null;
  readonly error: string | null;
}

/** Run in the file of DATA_DIR. */
type StoredRun = Omit<BackupRun, 'startedAt' | 'endedAt'> & { startedAt: string; endedAt: string };

/** Last run, and the last one that succeeded; null: there is none. */
export interface LastBackups {
  readonly last: BackupRun | null;
  readonly lastGood: BackupRun | null;
}

/** Records a run in the database that was backed up. Its role must own the tables or be the role of the API. */
export async function recordInDatabase(url: string, run: BackupRun): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await client.query(
      'INSERT INTO "BackupRun" (id, "startedAt", "endedAt", "sizeBytes", error) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), inUtc(run.startedAt), inUtc(run.endedAt), run.sizeBytes, run.error],
    );
    await client.query(
      'DELETE FROM "BackupRun" WHERE id NOT IN (SELECT id FROM "BackupRun" ORDER BY "endedAt" DESC LIMIT $1)',
      [keptRuns],
    );
  } finally {
    await client.end();
  }
}

// The columns have no time zone; the driver would write the time of this machine's zone.
function inUtc(date: Date): string {
  return date.toISOString().replace('Z', '');
}

/** Records a run in DATA_DIR, for a service whose database does not run during the backup. */
export async function recordInFolder(dataDir: string, run: BackupRun): Promise<void> {
  const { lastGood } = await lastInFolder(dataDir);
  const runs = run.error === null ? [run] : [run, ...(lastGood === null ? [] : [lastGood])];
  await writeFile(path.join(dataDir, runsFile), `${JSON.stringify(runs)}\n`, { mode: 0o600 });
}

/** Returns the last backups of a service, from its database and from DATA_DIR. */
export async function readLastBackups({ client }: Database, dataDir: string | null): Promise<LastBackups> {
  const newest = { orderBy: { endedAt: 'desc' } } as const;
  const [last, lastGood, inFolder] = await Promise.all([
    client.backupRun.findFirst(newest),
    client.backupRun.findFirst({ ...newest, where: { error: null } }),
    dataDir === null ? { last: null, lastGood: null } : lastInFolder(dataDir),
  ]);
  return {
    last: later(last && ofRow(last), inFolder.last),
    lastGood: later(lastGood && ofRow(lastGood), inFolder.lastGood),
  };
}

function ofRow({
  startedAt,
  endedAt,
  sizeBytes,
  error,
}: Omit<BackupRun, 'sizeBytes'> & { sizeBytes: bigint | null }): BackupRun {
  return { startedAt, endedAt, error, sizeBytes: sizeBytes === null ? null : Number(sizeBytes) };
}

function later(one: BackupRun | null, other: BackupRun | null): BackupRun | null {
  if (one === null || other === null) return one ?? other;
  return one.endedAt > other.endedAt ? one : other;
}

async function lastInFolder(dataDir: string): Promise<LastBackups> {
  const text = await readFile(path.join(dataDir, runsFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  const stored: StoredRun[] = JSON.parse(text);
  const runs = stored.map((run) => ({ ...run, startedAt: new Date(run.startedAt), endedAt: new Date(run.endedAt) }));
  return { last: runs[0] ?? null, lastGood: runs.find(({ error }) => error === null) ?? null };
}

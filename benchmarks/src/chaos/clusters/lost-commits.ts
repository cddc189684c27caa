import type { openClient } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';

/** Connection to one server. */
export type Client = Awaited<ReturnType<typeof openClient>>;

/** All rows of a database, each as it is now. */
export interface RowVersions {
  /** Table, id of the transaction that wrote the row, and hash of the row -> that id. */
  readonly versions: ReadonlyMap<string, string>;
  /** Ids of all renders, and of the jobs of all attempts. */
  readonly renders: ReadonlySet<string>;
  readonly jobs: ReadonlySet<string>;
}

/** Differences between the old primary and its replica at the time when the replica was promoted. */
export interface Promotion {
  /** Transactions whose commit is in the old primary's log after the last position that the replica replayed. */
  readonly lostCommits: number;
  /** Ids of renders, and of the jobs of attempts, that only the old primary has. */
  readonly lostRenders: readonly string[];
  readonly lostJobs: readonly string[];
  /** Number of rows of the old primary that were compared. */
  readonly rows: number;
  /** Rows that only one server has although that transaction was not lost, or both although it was. */
  readonly faults: readonly string[];
}

/** Reads all tables of the connection's database in one snapshot. */
export async function rowVersions(client: Client): Promise<RowVersions> {
  const { rows: tables } = await client.query<{ query: string }>(
    `SELECT format('SELECT %L || xmin::text || '' '' || md5(t::text) AS version, xmin::text AS xid FROM public.%I t',
       tablename || ' ', tablename) AS query
     FROM pg_tables WHERE schemaname = 'public'`,
  );
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const all = tables.map(({ query }) => query).join(' UNION ALL ');
  const { rows } = await client.query<{ version: string; xid: string }>(all);
  const { rows: renders } = await client.query<{ id: string }>('SELECT id FROM "Render"');
  const { rows: attempts } = await client.query<{ jobId: string }>('SELECT "jobId" FROM "Attempt"');
  await client.query('COMMIT');
  return {
    versions: new Map(rows.map(({ version, xid }) => [version, xid])),
    renders: new Set(renders.map(({ id }) => id)),
    jobs: new Set(attempts.map(({ jobId }) => jobId)),
  };
}

/**
 * Returns the position up to which a promoted server replayed the log of its old primary. It is in the last line of the
 * history of the server's timeline, beside the number of the old timeline and the reason for its end.
 */
export async function lastReplayed(client: Client): Promise<string> {
  const { rows } = await client.query<{ history: string }>(
    `SELECT pg_read_file('pg_wal/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '.history') AS history`,
  );
  const history = rows[0]?.history ?? '';
  const position = history.trim().split('\n').at(-1)?.split('\t')[1];
  if (position !== undefined) return position;
  throw new FramemillError('provider_error', `The history of the timeline names no position: ${history}`);
}

/**
 * Returns the ids of the transactions, and of their parts, whose commits are in the server's log after a position. The
 * connection's database needs the extension `pg_walinspect`.
 */
export async function commitsAfter(client: Client, position: string): Promise<{ commits: number; ids: Set<string> }> {
  const { rows } = await client.query<{ xid: string; description: string }>(
    `SELECT r.xid::text, r.description FROM (SELECT pg_current_wal_flush_lsn() AS "end") AS log,
       LATERAL pg_get_wal_records_info($1, log."end") AS r
     WHERE log."end" > $1::pg_lsn AND r.resource_manager = 'Transaction' AND r.record_type = 'COMMIT'`,
    [position],
  );
  const ids = rows.flatMap(({ xid, description }) => {
    const [, parts = ''] = /subxacts:((?: \d+)+)/.exec(description) ?? [];
    return [xid, ...parts.trim().split(' ').filter(Boolean)];
  });
  return { commits: rows.length, ids: new Set(ids) };
}

/**
 * Compares all rows of the old primary (`old`) with those of the promoted replica (`kept`). A row must be missing there
 * exactly when one of the transactions `lost` wrote it. Rows that only `kept` has are earlier versions of such rows.
 */
export function compareServers(
  old: RowVersions,
  kept: RowVersions,
  lost: { readonly commits: number; readonly ids: ReadonlySet<string> },
): Promotion {
  const wrong = [...old.versions].filter(([version, xid]) => kept.versions.has(version) === lost.ids.has(xid));
  const faults = wrong.map(([version, xid]) =>
    lost.ids.has(xid) ? `kept although its commit came later: ${version}` : `lost although replayed: ${version}`,
  );
  for (const version of lost.commits === 0 ? kept.versions.keys() : [])
    if (!old.versions.has(version)) faults.push(`only on the promoted server: ${version}`);
  return {
    lostCommits: lost.commits,
    lostRenders: [...old.renders].filter((id) => !kept.renders.has(id)),
    lostJobs: [...old.jobs].filter((id) => !kept.jobs.has(id)),
    rows: old.versions.size,
    faults,
  };
}

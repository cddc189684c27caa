import type { Probe } from './filled-stack.ts';

/** Statement that one role sent, with its sums over all calls. */
export interface StatementCount {
  readonly text: string;
  readonly calls: number;
  /** Time in which PostgreSQL executed it, in ms. */
  readonly ms: number;
  /** Pages (8 kB) that it read or changed. A page counts each time. */
  readonly buffers: number;
}

/** Role of the URL of the scheduler's database. */
const schedulerRole = 'framemill';

/**
 * Makes PostgreSQL count the statements from now on. It must have loaded `pg_stat_statements`. `probe` is a connection
 * of another role than the scheduler's.
 */
export async function beginCounts(probe: Probe): Promise<void> {
  await probe.query('SELECT pg_stat_statements_reset()');
}

/** Returns the statements of the scheduler's role since `beginCounts`, those with the most time first. */
export async function readCounts(probe: Probe): Promise<StatementCount[]> {
  const { rows } = await probe.query<StatementCount>(
    `SELECT s.query AS text, s.calls::float8 AS calls, s.total_exec_time AS ms,
       (s.shared_blks_hit + s.shared_blks_read)::float8 AS buffers
     FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
     WHERE r.rolname = $1 AND s.toplevel AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY s.total_exec_time DESC`,
    [schedulerRole],
  );
  return rows;
}

/** Returns the sums over all statements. */
export function sumOf(counts: readonly StatementCount[]): Omit<StatementCount, 'text'> {
  return counts.reduce(
    (sum, { calls, ms, buffers }) => ({
      calls: sum.calls + calls,
      ms: sum.ms + ms,
      buffers: sum.buffers + buffers,
    }),
    { calls: 0, ms: 0, buffers: 0 },
  );
}

import { createOutageLog, type Logger, openClient, requireSessionOf } from '@framemill/infra';
import type pg from 'pg';
import { cancelledIn, wakeChannel } from '../wake.ts';

/** Id of the PostgreSQL advisory lock that the leading scheduler of a database holds. */
const leaderLock = 748_311_902;
const retryMs = 500;
/**
 * Interval of the leader's heartbeat in ms. A connection that does not answer within it counts as broken, whatever the
 * socket reports.
 */
const heartbeatMs = 2_000;
/** Time limit in ms for opening a connection, and for each of its queries. */
const answerMs = 5_000;
/**
 * Time in ms without a query after which the current leader counts as frozen or its machine as lost. Without this limit
 * it would hold the lock for ever. Equals four heartbeats.
 */
const usualSilenceMs = 8_000;

/**
 * Leadership of this process over the renders of one database. It lasts until `resign` is called or the connection that
 * holds the lock breaks.
 */
export interface Leadership {
  /** Fencing epoch: higher than that of every earlier leader. */
  readonly epoch: number;
  /**
   * Signal that is aborted when the leadership is lost. It only avoids useless work, because every write checks the
   * epoch as well.
   */
  readonly lost: AbortSignal;
  resign(): Promise<void>;
}

/**
 * Waits until this process leads, trying twice a second. While it leads, `onWake` is called for every notification that
 * a render was admitted or cancelled, with the id of a cancelled render. A leader that sends no query for `silenceMs`
 * (default 8 s) is replaced. Resolves to null when `stop` is aborted first.
 */
export async function acquireLeadership(options: {
  databaseUrl: string;
  stop: AbortSignal;
  log: Logger;
  onWake: (cancelledId: string | null) => void;
  silenceMs?: number;
}): Promise<Leadership | null> {
  const failing = createOutageLog(options.log, 'the leader lock cannot be asked for; trying again');
  let client: pg.Client | null = null;
  while (!options.stop.aborted) {
    try {
      client ??= await connect(options.databaseUrl);
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [leaderLock]);
      failing.worked();
      if (rows[0]?.held === true) return await lead(client, options);
      await endSilentLeader(client, options.log, options.silenceMs ?? usualSilenceMs);
    } catch (error) {
      failing.failed(error);
      await client?.end().catch(() => undefined);
      client = null;
    }
    await pause(retryMs, options.stop);
  }
  await client?.end().catch(() => undefined);
  return null;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  // The lock needs a client of its own: an advisory lock belongs to a connection, and a pool would pass that to other
  // callers. A client that waits for the leadership has no heartbeat: without a time limit on each query, a connection
  // that falls silent would make it wait for ever.
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const client = await openClient(databaseUrl, { keepAlive: true, ...limits });
  try {
    await requireSessionOf(client, databaseUrl);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Ends the database connection of a leader that has sent no query for `silenceMs`, which releases its lock. When that
 * process resumes, it is no longer the leader.
 */
async function endSilentLeader(client: pg.Client, log: Logger, silenceMs: number): Promise<void> {
  // Sessions belong to the user that signed in. A role that DATABASE_URL sets may neither see nor end them.
  await client.query('BEGIN');
  await client.query('SET LOCAL ROLE NONE');
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(a.pid) AS ended
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0 AND l.objid = $1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND a.query_start < clock_timestamp() - make_interval(secs => $2)`,
    [leaderLock, silenceMs / 1_000],
  );
  await client.query('COMMIT');
  if (rows.length > 0) log.warn({ silenceMs }, 'the leader has fallen silent; its connection was ended');
}

async function lead(
  client: pg.Client,
  options: { log: Logger; onWake: (cancelledId: string | null) => void },
): Promise<Leadership> {
  const { rows } = await client.query<{ epoch: number }>(
    'INSERT INTO "Leader" (id, epoch) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET epoch = "Leader".epoch + 1 ' +
      'RETURNING epoch',
  );
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('PostgreSQL returned no leader epoch.');
  await client.query(`LISTEN ${wakeChannel}`);

  const lost = new AbortController();
  let beating = false;
  const lose = (error: unknown) => {
    if (lost.signal.aborted) return;
    clearInterval(heartbeat);
    options.log.warn({ err: error, epoch }, 'the lead is lost');
    lost.abort(error);
    client.end().catch(() => undefined);
  };
  const heartbeat = setInterval(() => {
    if (beating) return lose(new Error(`PostgreSQL did not respond for ${heartbeatMs} ms.`));
    beating = true;
    client.query('SELECT 1').then(() => {
      beating = false;
    }, lose);
  }, heartbeatMs);
  client.on('error', lose);
  client.on('end', () => lose(new Error('The database connection with the leader lock was closed.')));
  client.on('notification', ({ payload }) => options.onWake(cancelledIn(payload)));

  return {
    epoch,
    lost: lost.signal,
    async resign() {
      clearInterval(heartbeat);
      client.removeAllListeners('end');
      client.removeAllListeners('notification');
      await client.end().catch((error: unknown) => options.log.warn({ err: error }, 'closing the leader connection'));
    },
  };
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
  });
}

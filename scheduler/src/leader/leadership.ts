import { createOutageLog, type Logger } from '@framemill/infra';
import pg from 'pg';
import { wakeChannel } from '../wake.ts';

/** Advisory lock that the leading scheduler of a database holds. */
const leaderLock = 748_311_902;
const retryMs = 500;
/** A connection that does not answer within this time is dead, whatever the socket says. */
const heartbeatMs = 2_000;
/** How long a connection may take to be made, and to answer. */
const answerMs = 5_000;
/**
 * A leader whose connection has asked nothing for this long is frozen, or its machine is gone without a word: the lock would
 * stay with it for ever. Four heartbeats.
 */
const silenceMs = 8_000;

/** The lead of one database's renders, held until `resign` or until the connection that holds the lock breaks. */
export interface Leadership {
  /** Fencing epoch: higher than that of every leader before. */
  readonly epoch: number;
  /** Aborted when the lead is lost. Every write checks the epoch as well, so this only saves useless work. */
  readonly lost: AbortSignal;
  resign(): Promise<void>;
}

/**
 * Waits until this process leads, trying twice a second. `onWake` is called for every notification of admission and
 * cancel while leading. Resolves to null when `stop` is aborted first.
 */
export async function acquireLeadership(options: {
  databaseUrl: string;
  stop: AbortSignal;
  log: Logger;
  onWake: () => void;
}): Promise<Leadership | null> {
  const failing = createOutageLog(options.log, 'the leader lock cannot be asked for; trying again');
  let client: pg.Client | null = null;
  while (!options.stop.aborted) {
    try {
      client ??= await connect(options.databaseUrl);
      const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [leaderLock]);
      failing.worked();
      if (rows[0]?.held === true) return await lead(client, options);
      await endSilentLeader(client, options.log);
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
  // A client of its own: an advisory lock belongs to a connection, and a pool would hand that to somebody else.
  // One that waits for the lead has no heartbeat: without an end to each question a connection that fell silent would keep it waiting for ever.
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, ...limits });
  // Without a listener a broken connection would end the process; the queries that follow report it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends the connection of a leader that has fallen silent, which gives its lock back. Should it wake, its epoch is over. */
async function endSilentLeader(client: pg.Client, log: Logger): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(a.pid) AS ended
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0 AND l.objid = $1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND a.query_start < clock_timestamp() - make_interval(secs => $2)`,
    [leaderLock, silenceMs / 1_000],
  );
  if (rows.length > 0) log.warn({ silenceMs }, 'the leader has fallen silent; its connection was ended');
}

async function lead(client: pg.Client, options: { log: Logger; onWake: () => void }): Promise<Leadership> {
  const { rows } = await client.query<{ epoch: number }>(
    'INSERT INTO "Leader" (id, epoch) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET epoch = "Leader".epoch + 1 RETURNING epoch',
  );
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('the leader epoch was not returned');
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
    if (beating) return lose(new Error(`the database did not answer for ${heartbeatMs} ms`));
    beating = true;
    client.query('SELECT 1').then(() => {
      beating = false;
    }, lose);
  }, heartbeatMs);
  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection that held the leader lock was closed')));
  client.on('notification', options.onWake);

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

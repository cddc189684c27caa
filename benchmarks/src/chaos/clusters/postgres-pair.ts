import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectPostgres,
  ensureDatabase,
  freePort,
  openClient,
  postgresBinaries,
  postgresUser,
  startPostgres,
} from '@framemill/infra';
import { type FrozenProxy, startProxy } from '@framemill/testing/frozen-proxy';
import { childrenOf } from '@framemill/testing/processes';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import type { ReplicaKind } from '../scenarios/scenario.ts';
import {
  type Client,
  commitsAfter,
  compareServers,
  lastReplayed,
  type Promotion,
  type RowVersions,
  rowVersions,
} from './lost-commits.ts';
import { type Program, startProgram } from './programs.ts';

/** Way in which a primary ends before its replica is promoted. */
export type PrimaryEnd = 'crash' | 'shutdown';

/**
 * PostgreSQL with a streaming replica, and what a cluster manager such as Patroni does for them: it promotes the
 * replica, and makes the old primary a replica of the new one.
 */
export interface PostgresPair {
  /** Ports of both servers. A server keeps its port when its role changes. */
  readonly ports: readonly [number, number];
  /** Returns the URL of the database at addresses (`host:port,host:port`); by default at those of both servers. */
  url(hosts?: string): string;
  /** Whether the server at a port is the primary and accepts writes. */
  isPrimary(port: number): Promise<boolean>;
  /** Makes the replica synchronous or asynchronous. Resolves when it is, and has all data. */
  setReplica(kind: ReplicaKind): Promise<void>;
  /** Holds back all data for the replica until the next promotion, so that an asynchronous replica falls behind. */
  holdBack(): void;
  /**
   * Ends the primary and promotes the replica. Resolves when it may be written to. `shutdown`: the replica first gets
   * all data. `crash`: all processes of the primary are killed.
   */
  promote(end: PrimaryEnd): Promise<void>;
  /** Compares what the old primary had with what the promoted replica had. Call it between `promote` and `rejoin`. */
  compare(): Promise<Promotion>;
  /**
   * Makes the old primary a replica of the new one, from a base backup. It is of the same kind as the replica before.
   * Resolves when it has all data.
   */
  rejoin(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly cluster: string;
  readonly port: number;
  /** Address for the replica of this server: a proxy that can hold back all data. */
  readonly link: FrozenProxy;
  program: Program | null;
}

/** Contents of a server's `postgresql.auto.conf`; absent: not set. */
interface Settings {
  readonly follows?: Server;
  readonly isSynchronous?: boolean;
  /** Keeps clients away from a promoted server until its rows have been read. */
  readonly isReadOnly?: boolean;
}

const superuser = 'framemill';
const password = 'chaos';
const name = 'chaos';
const limitMs = 60_000;
/** Maximum time of a check whether a server is the primary, in ms. */
const checkMs = 2_000;
const backlogBytes = 64 * 1_024;
// A commit is written to its file before it is answered, so that it outlives a killed process. The log is kept for the
// replica, and for the comparison.
const common = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC', 'fsync=off'],
  ...[
    'wal_keep_size=128MB',
    'max_wal_size=256MB',
    'wal_retrieve_retry_interval=200ms',
    'wal_receiver_status_interval=1s',
  ],
];

/** Copies the files of a running server except its log. Files that the server removes meanwhile are left out. */
const copyScript = `
mkdir -m 700 "$1" "$1/pg_wal" && : >"$1.log" || exit
for entry in "$0"/*; do
  case $entry in
    */pg_wal | */postmaster.* | */standby.signal) ;;
    *) cp -a "$entry" "$1/" 2>>"$1.log" ;;
  esac
done
! grep -v 'No such file or directory' "$1.log"`;

const url = (hosts: string, database = name) => `postgresql://${superuser}:${password}@${hosts}/${database}`;
const placeOf = (port: number) => `127.0.0.1:${port}`;

/** Starts both servers with their files in `folder`, and an empty database. The replica is asynchronous at first. */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const commands = await serverCommands();
  const initial = await startPostgres({ dataDir: folder, id: name, password, throwaway: true });
  await ensureDatabase(initial, name);
  await initial.stop();
  let [primary, replica] = [await newServer(folder, 'cluster'), await newServer(folder, 'replica')];
  let kind: ReplicaKind = 'asynchronous';
  let promoted: { rows: RowVersions; position: string } | null = null;

  const hasAllData = () =>
    until('the replica has all data', limitMs, () =>
      onServer(primary.port, 'postgres', async (client) => {
        const { rows } = await client.query<{ isDone: boolean }>(
          `SELECT state = 'streaming' AND replay_lsn >= pg_current_wal_lsn() - ${backlogBytes}
             AND (sync_state = 'sync' OR $1) AS "isDone" FROM pg_stat_replication`,
          [kind === 'asynchronous'],
        );
        return rows[0]?.isDone;
      }),
    );
  const setReplica = async (wanted: ReplicaKind) => {
    kind = wanted;
    await apply(primary, { isSynchronous: kind === 'synchronous' });
    await hasAllData();
  };
  const close = async () => {
    await Promise.all([primary, replica].map(({ program }) => program?.stop()));
    await Promise.all([primary, replica].map(({ link }) => link.close()));
  };
  try {
    await configure(primary, {});
    await commands.start(primary);
    await onServer(primary.port, 'postgres', (client) => client.query('CREATE EXTENSION pg_walinspect'));
    await commands.follow(replica, primary);
    await hasAllData();
  } catch (error) {
    await close();
    throw error;
  }
  const ports = [primary.port, replica.port] as const;
  return {
    ports,
    url: (hosts = ports.map(placeOf).join(',')) => url(hosts),
    isPrimary: (port) => acceptsWrites(port).catch(() => false),
    setReplica,
    holdBack: () => primary.link.freezeOpen(),
    async promote(end) {
      await (end === 'shutdown' ? primary.program?.stop() : crash(primary));
      promoted = await onServer(replica.port, name, async (client) => {
        await client.query('SELECT pg_promote(true, 60)');
        return { rows: await rowVersions(client), position: await lastReplayed(client) };
      });
      [primary, replica] = [replica, primary];
      // As Patroni does, no commit waits for a replica while there is none.
      await apply(primary, {});
    },
    async compare() {
      if (promoted === null)
        throw new FramemillError('invalid_request', 'No replica was promoted. Call promote first.');
      const { rows, position } = promoted;
      await configure(replica, { isReadOnly: true });
      // Clients look for the primary at its usual port: they must not find this one.
      const port = await freePort();
      await commands.start(replica, port, ['autovacuum=off']);
      const lost = await onServer(port, 'postgres', (client) => commitsAfter(client, position));
      const old = await onServer(port, name, rowVersions);
      await replica.program?.stop();
      return compareServers(old, rows, lost);
    },
    async rejoin() {
      await commands.follow(replica, primary);
      await setReplica(kind);
    },
    close,
  };
}

async function newServer(folder: string, cluster: string): Promise<Server> {
  const port = await freePort();
  const link = await startProxy(`tcp://${placeOf(port)}`);
  return { cluster: join(folder, 'postgres', cluster), port, link, program: null };
}

async function configure({ cluster }: Server, { follows, isSynchronous, isReadOnly }: Settings): Promise<void> {
  const link =
    follows && `host=127.0.0.1 port=${new URL(follows.link.url).port} user=${superuser} password=${password}`;
  const lines = [
    ...(link ? [`primary_conninfo = '${link}'`] : []),
    ...(isSynchronous ? ["synchronous_standby_names = '*'"] : []),
    ...(isReadOnly ? ['default_transaction_read_only = on'] : []),
  ];
  await writeFile(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
}

async function apply(server: Server, settings: Settings): Promise<void> {
  await configure(server, settings);
  await onServer(server.port, 'postgres', (client) => client.query('SELECT pg_reload_conf()'));
}

/** Uses a connection of its own to a database of one server. */
async function onServer<T>(port: number, database: string, work: (client: Client) => Promise<T>): Promise<T> {
  return using(await connectPostgres(url(placeOf(port), database), { query_timeout: limitMs }), work);
}

async function using<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function acceptsWrites(port: number): Promise<boolean> {
  const limits = { connectionTimeoutMillis: checkMs, query_timeout: checkMs };
  return using(await openClient(url(placeOf(port)), limits), async (client) => {
    const { rows } = await client.query<{ isPrimary: boolean }>(
      `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS "isPrimary"`,
    );
    return rows[0]?.isPrimary === true;
  });
}

/** Kills a server with all its processes at once, as when its machine fails. */
async function crash({ cluster, program }: Server): Promise<void> {
  const [first] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  const server = Number(first);
  for (const pid of [server, ...childrenOf(server)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
  await program?.exited;
}

/** Returns the functions that start a server, and that make one a replica of another from a base backup. */
async function serverCommands() {
  const user = postgresUser();
  const command = join(await postgresBinaries(user), 'postgres');
  const start = async (server: Server, port = server.port, more: readonly string[] = []) => {
    const settings = [...common, `port=${port}`, ...more].flatMap((setting) => ['-c', setting]);
    server.program = await startProgram({
      ...{ command, args: ['-D', server.cluster, ...settings], stopSignal: 'INT', user },
      ready: /ready to accept (read-only )?connections/,
    });
  };
  const follow = async (replica: Server, primary: Server) => {
    await rm(replica.cluster, { recursive: true, force: true });
    const label = await onServer(primary.port, 'postgres', async (client) => {
      await client.query('SELECT pg_backup_start($1, true)', [name]);
      const copy = spawn('/bin/sh', ['-c', copyScript, primary.cluster, replica.cluster], { cwd: '/', ...user });
      const [code] = await once(copy, 'exit');
      if (code !== 0)
        throw new FramemillError('unavailable', `The base backup ended with code ${code}. See ${replica.cluster}.log.`);
      const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
      return rows[0]?.label ?? '';
    });
    for (const [file, text] of [['backup_label', label] as const, ['standby.signal', ''] as const]) {
      await writeFile(join(replica.cluster, file), text);
      // PostgreSQL renames and removes these files.
      if (user !== null) await chown(join(replica.cluster, file), user.uid, user.gid);
    }
    await configure(replica, { follows: primary, isReadOnly: true });
    await start(replica);
  };
  return { start, follow };
}

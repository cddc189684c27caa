import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedis, freePort, type Redis, redisReady } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { type Program, startProgram } from './programs.ts';

/**
 * Ways in which a Redis primary is replaced. `crash`: it is killed. `command`: an operator moves it (SENTINEL
 * FAILOVER). `freeze`: it is suspended and continues when its replica is the primary, with all its connections still
 * open.
 */
export const redisFailovers = ['crash', 'command', 'freeze'] as const;
/** Way in which a Redis primary is replaced. */
export type RedisFailover = (typeof redisFailovers)[number];

/** Redis with a replica and three Sentinels. */
export interface RedisSentinels {
  /** REDIS_URL of the Sentinels. */
  readonly url: string;
  /** Replaces the primary by its replica. Resolves when `isWritable`. */
  failOver(way: RedisFailover): Promise<void>;
  /** Whether a new connection to `url` can write, and leads to the last server that was made the primary. */
  isWritable(): Promise<boolean>;
  /** Brings the old primary back. Resolves when it is a replica with all data and all Sentinels know it. */
  rejoin(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly port: number;
  readonly file: string;
  pid: number;
  program: Program | null;
}

const name = 'main';
const password = 'chaos';
const sentinelCount = 3;
/** Time in ms without an answer after which a Sentinel counts the primary as down. */
const downAfterMs = 1_000;
/** Maximum time in ms of a failover and of a return. */
const limitMs = 60_000;

/** Starts the servers, with their files in `folder`. Resolves when the replica has all data. */
export async function startRedisSentinels(folder: string): Promise<RedisSentinels> {
  await mkdir(folder, { recursive: true });
  const running: Program[] = [];
  const close = async () => {
    await Promise.all(running.map((program) => program.stop()));
  };
  const writeConfig = async (file: string, lines: readonly string[]) => {
    await writeFile(file, `${['bind 127.0.0.1', `dir ${folder}`, ...lines].join('\n')}\n`);
    // Sentinels write to their own file and to those of the servers.
    await chmod(file, 0o600);
  };
  const startServer = async (server: Server, follows: Server | null) => {
    const replica = follows === null ? [] : ['--replicaof', '127.0.0.1', String(follows.port)];
    server.program = await startProgram({
      ...{ command: 'redis-server', args: [server.file, ...replica], stopSignal: 'TERM' },
      ready: /Ready to accept connections/,
    });
    running.push(server.program);
    server.pid = await on(server.port, async (redis) =>
      Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]),
    );
  };
  const newServer = async (file: string): Promise<Server> => {
    const port = await freePort();
    const data = ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0'];
    const server = { port, file: join(folder, file), pid: 0, program: null };
    await writeConfig(server.file, [`port ${port}`, `requirepass ${password}`, `masterauth ${password}`, ...data]);
    return server;
  };
  try {
    const [first, second] = [await newServer('first.conf'), await newServer('second.conf')];
    await startServer(first, null);
    await startServer(second, first);
    const sentinels: Redis[] = [];
    for (let number = 0; number < sentinelCount; number++) {
      const [port, file] = [await freePort(), join(folder, `sentinel-${number}.conf`)];
      const watched = [`monitor ${name} 127.0.0.1 ${first.port} 2`, `auth-pass ${name} ${password}`];
      const times = [`down-after-milliseconds ${name} ${downAfterMs}`, `failover-timeout ${name} 6000`];
      await writeConfig(file, [`port ${port}`, ...[...watched, ...times].map((line) => `sentinel ${line}`)]);
      const args = [file, '--sentinel'];
      const ready = /Sentinel ID is/;
      running.push(await startProgram({ command: 'redis-server', args, stopSignal: 'TERM', ready }));
      sentinels.push(createRedis(`redis://127.0.0.1:${port}`, 'plain'));
    }
    const hosts = sentinels.map(({ options }) => `127.0.0.1:${options.port}`).join(',');
    const url = `redis+sentinel://:${password}@${hosts}/${name}/0`;
    let [primary, replica] = [first, second];
    let lastWay: RedisFailover = 'command';
    const settle = () =>
      until('Redis and its replica are known to all Sentinels', limitMs, () => isSettled(sentinels, primary, replica), {
        ...{ everyMs: 100, forgiving: true },
      });
    await settle();
    return {
      url,
      async failOver(way) {
        if (way === 'crash') process.kill(primary.pid, 'SIGKILL');
        if (way === 'freeze') process.kill(primary.pid, 'SIGSTOP');
        if (way === 'command') await sentinels[0]?.call('SENTINEL', 'FAILOVER', name);
        lastWay = way;
        [primary, replica] = [replica, primary];
        await until('Redis has failed over', limitMs, () => isWritable(url, primary.port), { forgiving: true });
      },
      isWritable: () => isWritable(url, primary.port),
      async rejoin() {
        if (lastWay === 'freeze') process.kill(replica.pid, 'SIGCONT');
        if (lastWay === 'crash') {
          await replica.program?.exited;
          await startServer(replica, primary);
        }
        await settle();
      },
      async close() {
        for (const sentinel of sentinels) sentinel.disconnect();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Uses a connection of its own to the server at a port. */
async function on<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = createRedis(`redis://:${password}@127.0.0.1:${port}`, 'plain', { answerMs: 2_000 });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** Whether the primary that the Sentinels name is the server at `port`, and a new connection can write to it. */
async function isWritable(url: string, port: number): Promise<boolean> {
  const redis = createRedis(url, 'producer', { answerMs: 2_000 });
  try {
    await redisReady(redis, 1_000, 1_000);
    if (!(await redis.info('server')).includes(`tcp_port:${port}`)) return false;
    return (await redis.set('chaos:written', 'yes')) === 'OK';
  } finally {
    redis.disconnect();
  }
}

/** Whether the two servers have their roles, the replica has all data, and all Sentinels agree. */
async function isSettled(sentinels: readonly Redis[], primary: Server, replica: Server): Promise<boolean> {
  const state = await on(replica.port, (redis) => redis.info('replication'));
  if (!state.includes(`master_port:${primary.port}`) || !state.includes('master_link_status:up')) return false;
  const views = await Promise.all(
    sentinels.map(async (sentinel) => ({
      address: String(await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)),
      primary: fieldsOf(await sentinel.call('SENTINEL', 'MASTER', name)),
      replicas: listOf(await sentinel.call('SENTINEL', 'REPLICAS', name)).map(fieldsOf),
    })),
  );
  return views.every((view) => {
    const [known] = view.replicas;
    const isKnown = known?.get('port') === String(replica.port) && known.get('flags') === 'slave';
    const others = Number(view.primary.get('num-other-sentinels'));
    const isPrimary = view.primary.get('flags') === 'master' && others === sentinelCount - 1;
    return view.address.endsWith(`,${primary.port}`) && isPrimary && isKnown;
  });
}

function listOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new FramemillError('provider_error', `The Sentinel answered ${JSON.stringify(answer)}, not a list.`);
}

/** Returns the fields of a flat list of names and values. */
function fieldsOf(answer: unknown): Map<string, string> {
  const flat = listOf(answer).map(String);
  return new Map(flat.flatMap((field, index) => (index % 2 === 0 ? [[field, flat[index + 1] ?? '']] : [])));
}

import { join } from 'node:path';
import {
  createDatabase,
  createLogger,
  createObjectStore,
  createRedis,
  type Database,
  type Redis,
} from '@framemill/infra';
import { createSchedulerClient, type SchedulerClient } from '@framemill/scheduler';
import { queuePrefix } from '@framemill/scheduler/protocol';
import { shapesDocument } from '../chaos/documents.ts';
import { storeProject } from '../chaos/renders.ts';
import { type Part, startPart } from '../chaos/stack/part.ts';
import { serverEnvironment, startServices } from '../chaos/stack/services.ts';
import { until } from '../measure/until.ts';
import { readProcessStat } from '../measure/usage-by-role.ts';
import { seedAccount } from '../stack/seed-accounts.ts';

/** Throughput of the scheduler: how fast it dispatches and completes work when the work itself takes no time. */
export interface ThroughputFigures {
  readonly segments: number;
  readonly ranges: number;
  readonly slots: number;
  /** Time from the first dispatch to the completion of the last job, in seconds. */
  readonly wallSec: number;
  readonly segmentsPerSec: number;
  /** Processor time of the scheduler per segment, in ms. */
  readonly schedulerCpuMsPerSegment: number;
  /** Largest growth of the memory used by Redis, in bytes. `mostJobs` is the largest number of jobs in Redis. */
  readonly redisPeakBytes: number;
  readonly mostJobs: number;
}

const slots = 64;
const renders = 10;
/** Number of segments of each render. A segment is two seconds. */
const segmentsEach = 600;
const sampleEveryMs = 200;

/**
 * Measures the scheduler with renders of 6,000 segments in total, on a node that completes work immediately.
 * PostgreSQL, Redis and the scheduler run as separate processes. The required minimum is 500 segments a second.
 */
export async function measureThroughput(root: string, log: (line: string) => void): Promise<ThroughputFigures> {
  const services = await startServices();
  const database = createDatabase(services.databaseUrl);
  const redis = createRedis(services.redisUrl, 'plain');
  const store = await createObjectStore(services.objects);
  const parts: Part[] = [];
  const watch = watchRedis(redis);
  const client = await createSchedulerClient({
    ...{ database, redisUrl: services.redisUrl, store },
    log: createLogger('bench', { level: 'silent' }),
  });
  try {
    await admitAll(database, client);
    const env = serverEnvironment(services);
    const noop = join(import.meta.dirname, '../throughput/noop-node.ts');
    watch.start();
    parts.push(await startPart({ name: 'noop', script: noop, args: [String(slots)], env, readyMessage: 'ready' }));
    const script = join(root, 'scheduler/src/main.ts');
    const scheduler = await startPart({ name: 'scheduler', script, env, readyMessage: 'scheduler started' });
    parts.push(scheduler);
    await until('every render has ended', 300_000, async () => {
      const left = await database.client.render.count({ where: { status: { in: ['PENDING', 'PROCESSING'] } } });
      return left === 0 ? true : null;
    });
    const figures = await figuresOf(database, await watch.peak(), processorSec(scheduler.pid));
    log(`throughput: ${Math.round(figures.segmentsPerSec)} segments/s`);
    return figures;
  } finally {
    // Stopped before the connection closes: otherwise an aborted run would end with a connection error.
    await watch.stop();
    await Promise.all(parts.map((part) => part.stop()));
    await client.close();
    store.close();
    redis.disconnect();
    await database.close();
    await services.close();
  }
}

// A new account for each: nothing is reused.
async function admitAll(database: Database, client: SchedulerClient): Promise<void> {
  for (let index = 0; index < renders; index += 1) {
    const { accountId } = await seedAccount(database, { plan: 'enterprise', keys: 1 });
    const projectId = await storeProject(database, accountId, shapesDocument(segmentsEach * 2));
    const options = { format: 'mp4', quality: 'draft', resolution: 'full', environment: 'live' } as const;
    await client.admit({ accountId, projectId, ...options });
  }
}

interface RedisPeak {
  peakBytes: number;
  mostJobs: number;
}

function watchRedis(redis: Redis): { start(): void; peak(): Promise<RedisPeak>; stop(): Promise<void> } {
  const peak: RedisPeak = { peakBytes: 0, mostJobs: 0 };
  let before: number | null = null;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const [memory, names] = await Promise.all([redis.info('memory'), redis.keys(`${queuePrefix}:*:c_*`)]);
    const used = Number(/^used_memory:(\d+)/m.exec(memory)?.[1]);
    before ??= used;
    peak.peakBytes = Math.max(peak.peakBytes, used - before);
    peak.mostJobs = Math.max(peak.mostJobs, names.filter((name) => !name.endsWith(':lock')).length);
  };
  return {
    start() {
      timer = setInterval(() => {
        // A failed sample is ignored: `peak` takes one more and rejects when that fails.
        looking = look().catch(() => undefined);
      }, sampleEveryMs);
    },
    async peak() {
      await look();
      return peak;
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function figuresOf(database: Database, redis: RedisPeak, cpuSec: number): Promise<ThroughputFigures> {
  const [row] = await database.client.$queryRaw<{ segments: bigint; ranges: bigint; sec: number }[]>`
    SELECT sum(t."lastSegment" - t."firstSegment" + 1) AS segments, count(*) AS ranges,
      extract(epoch FROM max(a."endedAt") - min(a."startedAt"))::float AS sec
    FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId" WHERE t.kind = 'frames' AND a.outcome = 'done'`;
  const segments = Number(row?.segments ?? 0);
  const wallSec = row?.sec ?? Number.NaN;
  return {
    ...{ segments, ranges: Number(row?.ranges ?? 0), slots, wallSec, segmentsPerSec: segments / wallSec },
    schedulerCpuMsPerSegment: (cpuSec * 1_000) / segments,
    redisPeakBytes: redis.peakBytes,
    mostJobs: redis.mostJobs,
  };
}

/** Returns the user and system time of a process so far, in seconds (Linux only; NaN elsewhere). */
function processorSec(pid: number): number {
  try {
    return readProcessStat(pid).cpuSec;
  } catch {
    return Number.NaN;
  }
}

import {
  type Config,
  configOrExit,
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  dataDisk,
  keepCompiled,
  type Logger,
  loadConfig,
  measuredStore,
  onShutdown,
  openTracing,
  reportRedis,
  requireDatabaseUrl,
  requireDirectDatabaseUrl,
  requireOwnSession,
  requireRedisUrl,
  serveMetrics,
  version,
  warnOfMisspelt,
  watchDatabase,
  watchDisks,
} from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { startScheduler } from './leader/start-scheduler.ts';
import { loadPlans, type Plans } from './plans/index.ts';
import { startReporting } from './protocol/index.ts';
import { configuredAges } from './retention/ages.ts';

interface Services {
  databaseUrl: string;
  directUrl: string;
  redisUrl: string;
  plans: Plans;
}

/** Runs the scheduler as a process: `node scheduler/src/main.ts`. Start a second one as a warm stand-by. */
async function main(config: Config, { databaseUrl, directUrl, redisUrl, plans }: Services, log: Logger): Promise<void> {
  await requireOwnSession(directUrl, log).catch((error: unknown) => {
    // A database that is away is reported below, and waited for.
    if (error instanceof FramemillError) throw error;
  });
  const database = createDatabase(databaseUrl, { poolSize: config.database.poolSize });
  const metrics = createMetrics('scheduler');
  const tracing = await openTracing('scheduler', config.tracing);
  metrics.buildInfo.set({ version }, 1);
  const store = measuredStore(await createObjectStore(config.objects), metrics);
  const redis = createRedis(redisUrl, 'producer', reportRedis(log, 'readiness'));

  const ages = configuredAges(config.keptDays);
  const parts = { database, databaseUrl: directUrl, redisUrl, store, log, metrics, plans };
  const scheduler = await startScheduler({ ...parts, ages, tracing });
  const disks = await watchDisks(metrics, dataDisk(config));
  const own = () => ({ leads: scheduler.epoch() !== null });
  const endReports = startReporting({ redis, log, kind: 'scheduler', disks: dataDisk(config), own });
  const endWatch = watchDatabase(database, metrics);
  const server = await serveMetrics({
    registry: metrics.registry,
    host: config.metrics.host,
    port: config.metrics.port,
    checks: {
      // A follower is ready too: it becomes the leader when the current one ends.
      database: () => database.client.$queryRaw`SELECT 1`,
      redis: () => redis.ping(),
      store: () => store.ping(),
      disk: disks.check,
    },
  });
  log.info({ version, metricsPort: server.port }, 'scheduler started');
  keepCompiled();

  onShutdown(
    log,
    async () => {
      disks.stop();
      endWatch();
      await endReports();
      await scheduler.stop();
      await tracing.close();
      await server.close();
      redis.disconnect();
      store.close();
      await database.close();
    },
    { timeoutMs: config.shutdownTimeoutMs },
  );
}

const config = configOrExit(() => loadConfig(process.env));
const services = configOrExit(() => ({
  databaseUrl: requireDatabaseUrl(config),
  directUrl: requireDirectDatabaseUrl(config),
  redisUrl: requireRedisUrl(config),
  plans: loadPlans(config.plansFile),
}));
const log = createLogger('scheduler', config.log);
warnOfMisspelt(process.env, (line) => log.warn(line));
main(config, services, log).catch((error: unknown) => {
  log.fatal({ err: error }, 'the scheduler could not start');
  process.exit(1);
});

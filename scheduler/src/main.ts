import {
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  keepCompiled,
  loadConfig,
  measuredStore,
  onShutdown,
  requireDatabaseUrl,
  requireRedisUrl,
  serveMetrics,
} from '@framemill/infra';
import { startScheduler } from './leader/start-scheduler.ts';

// The scheduler as a process: `node scheduler/src/main.ts`. Start a second one for a warm stand-by.
const config = loadConfig(process.env);
const log = createLogger('scheduler', config.log);
const databaseUrl = requireDatabaseUrl(config);
const redisUrl = requireRedisUrl(config);
const database = createDatabase(databaseUrl, { poolSize: config.database.poolSize });
const metrics = createMetrics('scheduler');
const store = measuredStore(createObjectStore(config.objects), metrics);
const redis = createRedis(redisUrl, 'producer', { onError: (error) => log.warn({ err: error }, 'Redis') });

const scheduler = await startScheduler({ database, databaseUrl, redisUrl, store, log, metrics });
const server = await serveMetrics({
  registry: metrics.registry,
  host: config.metrics.host,
  port: config.metrics.port,
  checks: {
    // A follower is ready too: it takes over when the leader ends.
    database: () => database.client.$queryRaw`SELECT 1`,
    redis: () => redis.ping(),
    store: () => store.ping(),
  },
});
log.info({ metricsPort: server.port }, 'scheduler started');
keepCompiled();

onShutdown(
  log,
  async () => {
    await scheduler.stop();
    await server.close();
    redis.disconnect();
    store.close();
    await database.close();
  },
  { timeoutMs: config.shutdownTimeoutMs },
);

import {
  type Config,
  connectPostgres,
  createDatabase,
  createLogger,
  createObjectStore,
  createRedis,
  type Database,
  migrateDatabase,
  type ObjectStore,
  pendingMigrations,
  type Redis,
  redisReady,
  requireDatabaseUrl,
  requireDirectDatabaseUrl,
  requireRedisUrl,
} from '@framemill/infra';
import { configuredAges, createSchedulerClient, loadPlans, type SchedulerClient } from '@framemill/scheduler';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { AdminContext } from './define-command.ts';

/** Creates a context that connects to the configured services on demand. `close` closes all opened connections. */
export function openContext(config: Config): AdminContext & { close(): Promise<void> } {
  let database: Database | undefined;
  let redis: Redis | undefined;
  let scheduler: SchedulerClient | undefined;
  let store: ObjectStore | undefined;
  const plans = loadPlans(config.plansFile);
  const context = {
    ...{ apiHost: config.http.apiHost, plans, ages: configuredAges(config.keptDays) },
    async database() {
      if (database === undefined) {
        const url = requireDatabaseUrl(config);
        // Connecting first reports a wrong address in clear words, which a failed query does not.
        await (await connectPostgres(url)).end();
        // No HTTP client is waiting: on a busy machine a command should take longer, not fail halfway.
        database = createDatabase(url, { poolSize: 2, connectMs: 60_000 });
      }
      return database;
    },
    async redis() {
      redis ??= createRedis(requireRedisUrl(config), 'plain');
      await redisReady(redis);
      return redis;
    },
    async store() {
      store ??= await createObjectStore(config.objects);
      return store;
    },
    async scheduler() {
      scheduler ??= await createSchedulerClient({
        database: await context.database(),
        redisUrl: requireRedisUrl(config),
        store: await context.store(),
        log: createLogger('admin', { level: 'warn' }),
        plans,
      });
      return scheduler;
    },
    secrets: () => createSecretBox(config.secretsKeys),
    migrate: () =>
      migrateDatabase(requireDirectDatabaseUrl(config), { say: (line) => process.stderr.write(`${line}\n`) }),
    pendingMigrations: () => pendingMigrations(requireDatabaseUrl(config)),
    async close() {
      await scheduler?.close();
      redis?.disconnect();
      store?.close();
      await database?.close();
    },
  };
  return context;
}

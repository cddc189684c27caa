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
  requireRedisUrl,
} from '@framemill/infra';
import { createSchedulerClient, loadPlans, type SchedulerClient } from '@framemill/scheduler';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { AdminContext } from './define-command.ts';

/** A context over the configured services. `close` ends what was opened. */
export function openContext(config: Config): AdminContext & { close(): Promise<void> } {
  let database: Database | undefined;
  let redis: Redis | undefined;
  let scheduler: SchedulerClient | undefined;
  let store: ObjectStore | undefined;
  const plans = loadPlans(config.plansFile);
  const context = {
    plans,
    async database() {
      if (database === undefined) {
        const url = requireDatabaseUrl(config);
        // Says in words what is wrong with it, which a query would not.
        await (await connectPostgres(url)).end();
        // Nobody waits on an HTTP call here: on a busy machine a command comes late, and does not fail half done.
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
    migrate: () => migrateDatabase(requireDatabaseUrl(config)),
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

import {
  type Config,
  createDatabase,
  createLogger,
  createObjectStore,
  createRedis,
  type Database,
  migrateDatabase,
  type ObjectStore,
  type Redis,
  redisReady,
  requireDatabaseUrl,
  requireRedisUrl,
} from '@framemill/infra';
import { createSchedulerClient, type SchedulerClient } from '@framemill/scheduler';
import type { AdminContext } from './define-command.ts';

/** A context over the configured services. `close` ends what was opened. */
export function openContext(config: Config): AdminContext & { close(): Promise<void> } {
  let database: Database | undefined;
  let redis: Redis | undefined;
  let scheduler: SchedulerClient | undefined;
  let store: ObjectStore | undefined;
  const context = {
    database() {
      database ??= createDatabase(requireDatabaseUrl(config), { poolSize: 2 });
      return database;
    },
    async redis() {
      redis ??= createRedis(requireRedisUrl(config), 'plain');
      await redisReady(redis);
      return redis;
    },
    store() {
      store ??= createObjectStore(config.objects);
      return store;
    },
    async scheduler() {
      scheduler ??= await createSchedulerClient({
        database: context.database(),
        redisUrl: requireRedisUrl(config),
        store: context.store(),
        log: createLogger('admin', { level: 'warn' }),
      });
      return scheduler;
    },
    migrate: () => migrateDatabase(requireDatabaseUrl(config)),
    async close() {
      await scheduler?.close();
      redis?.disconnect();
      store?.close();
      await database?.close();
    },
  };
  return context;
}

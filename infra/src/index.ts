export {
  type BackupRun,
  type LastBackups,
  readLastBackups,
  recordInDatabase,
  recordInFolder,
} from './db/backup-runs.ts';
export { connectPostgres, untilAnswered } from './db/connection.ts';
export { createDatabase, type Database, databaseReady } from './db/database.ts';
export { databaseTrouble } from './db/database-errors.ts';
export { type QueryOwner, queryOwner } from './db/fair-pool.ts';
export { Prisma, PrismaClient } from './db/generated/client.ts';
export { databaseRoles, migrateDatabase, pendingMigrations } from './db/migrate.ts';
export { openClient } from './db/open-client.ts';
export { requireOwnSession, requireSessionOf } from './db/own-session.ts';
export { allAccounts, readTotals, readTotalsOfAll, type Total, type TotalKind, totalKinds } from './db/totals.ts';
export { watchDatabase } from './db/watch-database.ts';
export { type GuardedChild, spawnGuarded } from './embedded/guarded-child.ts';
export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded/index.ts';
export { postgresBinaries, postgresUser, type ServiceUser } from './embedded/postgres-home.ts';
export { ensureDatabase, type PostgresServer, startPostgres } from './embedded/postgres-server.ts';
export { type RedisServer, startRedisServer } from './embedded/redis-server.ts';
export { freePort, type HeldPort, holdPort, listenError } from './ports.ts';
export * from './process.ts';
export { createTurns, type Turns } from './turns.ts';

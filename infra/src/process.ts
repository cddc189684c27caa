// Exports that every process of the service needs. The database is left out: a node has none, and its client takes a
// tenth of a second to load.
export type { Redis } from 'ioredis';
export { configOrExit } from './config/config-or-exit.ts';
export {
  type Config,
  loadConfig,
  type ObjectStoreConfig,
  requireDatabaseUrl,
  requireRedisUrl,
} from './config/load-config.ts';
export { warnOfMisspelt } from './config/misspelt-variables.ts';
export { type VariableName, variables } from './config/variables.ts';
export { dataDisk, freeBytes, requireRoom, watchDisks } from './files/free-space.ts';
export { makeFolder } from './files/make-folder.ts';
export { keepCompiled } from './lifecycle/keep-compiled.ts';
export { onShutdown } from './lifecycle/on-shutdown.ts';
export { repeat } from './lifecycle/repeat.ts';
export {
  joinRunningServices,
  type RunningServices,
  readRunningServices,
  writeRunningServices,
} from './lifecycle/running-services.ts';
export { sideBySide } from './lifecycle/side-by-side.ts';
export { createLogger, type Logger } from './log/logger.ts';
export { createOutageLog, type OutageLog } from './log/outage-log.ts';
export { reasonsOf } from './log/reasons-of.ts';
export { createMetrics, type Metrics, metricFamily } from './metrics/index.ts';
export {
  type HealthChecks,
  type MetricsServer,
  type MetricsServerOptions,
  serveMetrics,
} from './metrics/serve-metrics.ts';
export { createObjectStore } from './objects/index.ts';
export { measuredStore } from './objects/measured-store.ts';
export type { ObjectBody, ObjectInfo, ObjectStore } from './objects/object-store.ts';
export { type Patience, withPatience } from './objects/patience.ts';
export { headTwice, type ReadOptions, readObject } from './objects/read-object.ts';
export { WrongBytes } from './objects/wrong-bytes.ts';
export { createRedis, type RedisRole, redisReady } from './redis/create-redis.ts';
export { type RedisReport, reportRedis } from './redis/report-redis.ts';

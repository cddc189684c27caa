// Exports that every process of the service needs. The database is left out: a node has none, and its client takes a
// tenth of a second to load.
export type { Redis } from 'ioredis';
export { version } from '../bootstrap/version.mjs';
export {
  type Config,
  configOrExit,
  loadConfig,
  type ObjectStoreConfig,
  requireDatabaseUrl,
  requireDirectDatabaseUrl,
  requireRedisUrl,
} from './config/load-config.ts';
export { warnOfMisspelt } from './config/misspelt-variables.ts';
export { allocatorEnvironment, type VariableName, variables } from './config/variables.ts';
export { type Disks, dataDisk, freeBytes, makeFolder, requireRoom, watchDisks } from './folders.ts';
export { keepCompiled, onShutdown } from './lifecycle/on-shutdown.ts';
export { repeat, sideBySide } from './lifecycle/repeat.ts';
export {
  isAlive,
  joinRunningServices,
  type RunningServices,
  readRunningServices,
  writeRunningServices,
} from './lifecycle/running-services.ts';
export { createLogger, type Logger } from './log/logger.ts';
export { createOutageLog, type OutageLog } from './log/outage-log.ts';
export { reasonsOf } from './log/readable-line.ts';
export { createMetrics, type Metrics, metricFamily } from './metrics/index.ts';
export {
  type HealthChecks,
  type MetricsServer,
  type MetricsServerOptions,
  serveMetrics,
} from './metrics/serve-metrics.ts';
export { createObjectStore, measuredStore } from './objects/index.ts';
export { type ObjectBody, type ObjectInfo, type ObjectStore, WrongBytes } from './objects/object-store.ts';
export { headTwice, type Patience, type ReadOptions, readObject, withPatience } from './objects/patience.ts';
export { createRedis, type RedisReport, type RedisRole, redisIsAway, redisReady, reportRedis } from './redis.ts';
export { openTracing } from './tracing/open-tracing.ts';
export {
  currentTrace,
  inSpan,
  noTracing,
  type Span,
  type SpanAttributes,
  type Tracing,
  withinTrace,
} from './tracing/tracing.ts';

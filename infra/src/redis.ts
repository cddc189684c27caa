import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './log/logger.ts';
import { createOutageLog } from './log/outage-log.ts';
import { sentinelOptions } from './redis-address.ts';

/**
 * Behaviour of a connection while Redis is unavailable.
 * `producer`: commands fail at once, so that HTTP requests do not hang.
 * `worker`: commands wait until Redis is available again (BullMQ workers, subscribers).
 * `plain`: commands fail after a few attempts to reconnect (scripts, tests).
 */
export type RedisRole = 'producer' | 'worker' | 'plain';

const roleOptions: Record<RedisRole, RedisOptions> = {
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1 },
  worker: { maxRetriesPerRequest: null },
  plain: { maxRetriesPerRequest: 5 },
};

/**
 * Default timeout of a response in ms. It is longer than the 10 s for which BullMQ's blocking commands wait in Redis.
 */
const defaultAnswerMs = 20_000;

/** Callbacks and timeout of one connection to Redis. */
export interface RedisConnectionOptions {
  /** Called with connection errors. Without this callback, errors are reported only by commands that fail. */
  onError?: (error: Error) => void;
  /** Called each time the connection becomes ready for commands. */
  onReady?: () => void;
  /**
   * Time in ms without any data after which a connection with a waiting command is closed. It must exceed the time that
   * any command blocks in Redis. Default 20 s.
   */
  answerMs?: number;
}

/**
 * Connects to Redis in the background and reconnects forever, with at most 1 s between attempts. `url` is a REDIS_URL:
 * of a server, or of Sentinels, which name the server that is the primary now. Also reconnects when a
 * connection stops responding without being closed, as when a server vanishes; TCP itself detects this only after 15
 * minutes. The caller must call `quit()` when done. A `producer` connection rejects commands until it is connected, so
 * await `redisReady` first.
 */
export function createRedis(url: string, role: RedisRole, options: RedisConnectionOptions = {}): Redis {
  const pauseMs = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000);
  const settings: RedisOptions = {
    ...roleOptions[role],
    connectTimeout: 5_000,
    socketTimeout: options.answerMs ?? defaultAnswerMs,
    retryStrategy: pauseMs,
    sentinelRetryStrategy: pauseMs,
    // A primary that became a replica in a failover may keep its connections: connect anew, and send the command again.
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  };
  const sentinels = sentinelOptions(url);
  const redis = sentinels === null ? new Redis(url, settings) : new Redis({ ...settings, ...sentinels });
  // Without a listener, ioredis itself prints each failed reconnect to stderr.
  redis.on('error', options.onError ?? (() => {}));
  if (options.onReady !== undefined) redis.on('ready', options.onReady);
  return redis;
}

/**
 * Default timeout in ms for a server that is running but has not responded yet. It is long because a machine that
 * starts all services at once is busy, and because a failover takes as long.
 */
const defaultPatienceMs = 60_000;

/**
 * Resolves when the connection is ready for commands. Throws with the last error after `timeoutMs` when Redis is
 * unavailable or rejects the connection, or after `patienceMs` when Redis is running but has not responded, when a
 * proxy closes the connections, or when the Sentinels name a primary that is unavailable.
 */
export function redisReady(redis: Redis, timeoutMs = 5_000, patienceMs = defaultPatienceMs): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    let lastError: Error | undefined;
    let isLate = false;
    const onError = (error: Error) => {
      lastError = error;
      if (isLate && !isTransient(redis, error)) giveUp(timeoutMs);
    };
    const onReady = () => settle(resolve);
    const giveUp = (waitedMs: number) =>
      settle(() =>
        reject(new Error(`Redis did not respond within ${waitedMs} ms. Check REDIS_URL.`, { cause: lastError })),
      );
    const timer = setTimeout(() => {
      isLate = true;
      if (lastError !== undefined && !isTransient(redis, lastError)) giveUp(timeoutMs);
    }, timeoutMs);
    const lastTimer = setTimeout(() => giveUp(patienceMs), Math.max(timeoutMs, patienceMs));
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      clearTimeout(lastTimer);
      redis.off('error', onError);
      redis.off('ready', onReady);
      finish();
    };
    redis.on('error', onError);
    redis.once('ready', onReady);
  });
}

/**
 * Whether an error passes without a change of the configuration. The server or a proxy in front of it is running: it
 * loads its data, changes its role, closes the connection or is slow. Or Sentinels answer, which will name another
 * primary than the unavailable one.
 */
function isTransient(redis: Redis, error: Error): boolean {
  if (/ETIMEDOUT|ECONNRESET|EPIPE|Socket timeout|Connection is closed/.test(error.message)) return true;
  if (/LOADING|READONLY|MASTERDOWN/.test(error.message)) return true;
  return Boolean(redis.options.sentinels) && !/sentinels are unreachable/.test(error.message) && redisIsAway(error);
}

/** Callbacks for the state of connections to Redis, and of the queues and workers that use them. */
export interface RedisReport {
  onError(error: Error): void;
  onReady(): void;
}

/**
 * Returns callbacks that log the state of the Redis connections of one part of a process. Several unavailable
 * connections are logged as one outage; every other error is logged separately.
 */
export function reportRedis(log: Pick<Logger, 'warn' | 'info'>, part: string): RedisReport {
  const outage = createOutageLog(log, `${part}: Redis is away`);
  return {
    onError: (error) => (redisIsAway(error) ? outage.failed(error) : log.warn({ err: error }, `${part}: Redis`)),
    onReady: outage.worked,
  };
}

/**
 * Whether an error shows that Redis could not be reached, is starting or stopping, or is changing its role (primary or
 * replica).
 */
export function redisIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^E[A-Z_]+$/.test(code) || away.test(error.message);
}

const away = new RegExp(
  [
    ...['connection is closed', 'socket timeout', 'socket closed', 'ETIMEDOUT', 'ECONN', "stream isn't writeable"],
    ...['max retries per request', String.raw`^(LOADING|READONLY|MASTERDOWN|NOMASTERLINK)\b`],
  ].join('|'),
  'i',
);

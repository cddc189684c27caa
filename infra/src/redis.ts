import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './log/logger.ts';
import { createOutageLog } from './log/outage-log.ts';

/**
 * Behaviour of a connection while Redis is unavailable.
 * `producer`: commands fail at once (an HTTP request must not hang).
 * `worker`: commands wait as long as necessary (BullMQ workers, subscribers).
 * `plain`: a command is tried for a few reconnects, then it fails (scripts, tests).
 */
export type RedisRole = 'producer' | 'worker' | 'plain';

const roleOptions: Record<RedisRole, RedisOptions> = {
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1 },
  worker: { maxRetriesPerRequest: null },
  plain: { maxRetriesPerRequest: 5 },
};

/** Default time limit in ms for a response. BullMQ's commands themselves wait for up to 10 s in Redis. */
const defaultAnswerMs = 20_000;

/** Callbacks and time limit of one connection to Redis. */
export interface RedisConnectionOptions {
  /** Called with connection errors; without this callback they are not reported until a command fails. */
  onError?: (error: Error) => void;
  /** Called each time the connection becomes ready for commands. */
  onReady?: () => void;
  /**
   * Time in ms without data, while a command waits, after which a connection is given up. It must be longer than any
   * command waits in Redis. Default 20 s.
   */
  answerMs?: number;
}

/**
 * Connects to Redis in the background and reconnects for ever, with at most 1 s between tries. It also reconnects when
 * a connection falls silent without being closed, as when a primary vanishes: TCP alone would try for a quarter of an
 * hour. The caller owns the connection and must call `quit()` when done. A `producer` refuses commands until it is
 * connected: await `redisReady` first.
 */
export function createRedis(url: string, role: RedisRole, options: RedisConnectionOptions = {}): Redis {
  const redis = new Redis(url, {
    ...roleOptions[role],
    connectTimeout: 5_000,
    socketTimeout: options.answerMs ?? defaultAnswerMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
  });
  // Without a listener, ioredis itself prints each failed reconnect to stderr.
  redis.on('error', options.onError ?? (() => {}));
  if (options.onReady !== undefined) redis.on('ready', options.onReady);
  return redis;
}

/**
 * Default time limit in ms for a server that is running but has not responded yet. It is long because a machine that
 * starts all services at once is busy.
 */
const defaultPatienceMs = 60_000;

/**
 * Resolves when the connection is ready for commands. Throws with the last reason: after `timeoutMs` when Redis is
 * unavailable or refuses, after `patienceMs` when it has only not responded yet.
 */
export function redisReady(redis: Redis, timeoutMs = 5_000, patienceMs = defaultPatienceMs): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    let lastError: Error | undefined;
    let isLate = false;
    const onError = (error: Error) => {
      lastError = error;
      if (isLate && !isSlow(error)) giveUp(timeoutMs);
    };
    const onReady = () => settle(resolve);
    const giveUp = (waitedMs: number) =>
      settle(() =>
        reject(new Error(`Redis did not respond within ${waitedMs} ms. Check REDIS_URL.`, { cause: lastError })),
      );
    const timer = setTimeout(() => {
      isLate = true;
      if (lastError !== undefined && !isSlow(lastError)) giveUp(timeoutMs);
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

/** Whether the error shows that the server is running: it is loading its data, or a time limit was too short. */
function isSlow(error: Error): boolean {
  return /ETIMEDOUT|Socket timeout|LOADING/.test(error.message);
}

/** Callbacks for the state of connections to Redis, and of the queues and workers that use them. */
export interface RedisReport {
  onError(error: Error): void;
  onReady(): void;
}

/**
 * Creates a report that logs the Redis connections of one part of a process. Unavailable connections count as one
 * outage; every other error is logged separately.
 */
export function reportRedis(log: Pick<Logger, 'warn' | 'info'>, part: string): RedisReport {
  const outage = createOutageLog(log, `${part}: Redis is away`);
  return {
    onError: (error) => (isAway(error) ? outage.failed(error) : log.warn({ err: error }, `${part}: Redis`)),
    onReady: outage.worked,
  };
}

/** Whether an error shows that Redis could not be reached, or that it starts, stops or changes its role. */
function isAway(error: Error): boolean {
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

import { Redis, type RedisOptions } from 'ioredis';

/**
 * `producer`: fails at once when Redis is away (an HTTP request must not hang).
 * `worker`: waits for as long as Redis is away (BullMQ workers, subscribers).
 * `plain`: tries a command for a few reconnects, then fails (scripts, tests).
 */
export type RedisRole = 'producer' | 'worker' | 'plain';

const roleOptions: Record<RedisRole, RedisOptions> = {
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1 },
  worker: { maxRetriesPerRequest: null },
  plain: { maxRetriesPerRequest: 5 },
};

/** BullMQ's own commands wait for up to 10 s in Redis. */
const defaultAnswerMs = 20_000;

/** Callbacks and patience of one connection to Redis. */
export interface RedisConnectionOptions {
  /** Gets connection errors; without it they are silent until a command fails. */
  onError?: (error: Error) => void;
  /** Called each time the connection takes commands. */
  onReady?: () => void;
  /** A connection on which nothing comes for so long while a command waits is given up; more than any command waits in Redis. Default 20 s. */
  answerMs?: number;
}

/**
 * Connects to Redis in the background and reconnects for ever with at most 1 s between tries, also when a connection falls silent
 * without being closed, as it does when a primary vanishes: TCP alone would try for a quarter of an hour. The caller owns the
 * connection: `quit()` when done. A `producer` refuses commands until connected: await `redisReady` first.
 */
export function createRedis(url: string, role: RedisRole, options: RedisConnectionOptions = {}): Redis {
  const redis = new Redis(url, {
    ...roleOptions[role],
    connectTimeout: 5_000,
    socketTimeout: options.answerMs ?? defaultAnswerMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
  });
  // Without a listener ioredis prints each failed reconnect to stderr by itself.
  redis.on('error', options.onError ?? (() => {}));
  if (options.onReady !== undefined) redis.on('ready', options.onReady);
  return redis;
}

/** A server that is there and has not answered yet is waited for so long: a machine that starts everything at once is busy. */
const defaultPatienceMs = 60_000;

/**
 * Resolves when the connection can take commands. Throws with the last reason: after `timeoutMs` when Redis is away or refuses, after
 * `patienceMs` when it only has not answered yet.
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
        reject(new Error(`Redis did not answer within ${waitedMs} ms. Check REDIS_URL.`, { cause: lastError })),
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

/** Whether the server is there, as far as this error tells: it loads its data, or somebody's time was too short. */
function isSlow(error: Error): boolean {
  return /ETIMEDOUT|Socket timeout|LOADING/.test(error.message);
}

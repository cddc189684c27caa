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

export interface RedisConnectionOptions {
  /** Gets connection errors; without it they are silent until a command fails. */
  onError?: (error: Error) => void;
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
  return redis;
}

/** Resolves when the connection can take commands. Throws after `timeoutMs` with the last reason. */
export function redisReady(redis: Redis, timeoutMs = 5_000): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    let lastError: Error | undefined;
    const onError = (error: Error) => {
      lastError = error;
    };
    const onReady = () => settle(resolve);
    const timer = setTimeout(() => {
      settle(() =>
        reject(new Error(`Redis did not answer within ${timeoutMs} ms. Check REDIS_URL.`, { cause: lastError })),
      );
    }, timeoutMs);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      redis.off('error', onError);
      redis.off('ready', onReady);
      finish();
    };
    redis.on('error', onError);
    redis.once('ready', onReady);
  });
}

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

/**
 * Connects to Redis in the background and reconnects for ever with at most 1 s between tries.
 * The caller owns the connection: `quit()` when done. A `producer` refuses commands until connected: await `redisReady` first.
 * `onError` gets connection errors; without it they are silent until a command fails.
 */
export function createRedis(url: string, role: RedisRole, options: { onError?: (error: Error) => void } = {}): Redis {
  const redis = new Redis(url, {
    ...roleOptions[role],
    connectTimeout: 5_000,
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

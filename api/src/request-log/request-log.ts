import { createOutageLog, type Logger, type Redis } from '@framemill/infra';
import { type LoggedRequest, parseStoredRequest, storedRequest } from './logged-request.ts';

/** Number of requests that the log of an account keeps. */
export const MOST_REQUESTS = 1_000;
/** Time after its newest request for which the log of an account is kept, in seconds: 7 days. */
const KEPT_SEC = 7 * 24 * 3_600;
const FLUSH_MS = 1_000;
/** Maximum number of accounts whose requests wait in one process for the next write. */
const MOST_ACCOUNTS = 1_000;
/** Part of the memory of Redis above which nothing is logged, because the queues need the rest. */
const MEMORY_PART = 0.5;
/** Interval at which the memory of Redis is checked, in ms. */
const MEMORY_MS = 60_000;

/** Redis key of the log of an account: a list of stored requests, newest first. */
const keyOf = (accountId: string) => `fm:requests:${accountId}`;

/** Log of the newest requests of each account, for its developers. */
export interface RequestLog {
  /** Adds a request to the log of an account. Writes nothing yet, and never fails. */
  add(accountId: string, request: LoggedRequest): void;
  /**
   * Writes the added requests to Redis. Also happens every second. Rejects when Redis is unavailable or short of
   * memory; the requests are then lost.
   */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the request log of one process.
 * A write sends the requests of all accounts to Redis in one pipeline, at most `MOST_REQUESTS` of each account. The
 * database is not used. Tests replace `now`, a clock in ms.
 */
export function createRequestLog(redis: Redis, log: Logger, now: () => number = Date.now): RequestLog {
  let waiting = new Map<string, string[]>();
  let writing: Promise<void> | null = null;
  let memory = { checkedMs: Number.NEGATIVE_INFINITY, isShort: false };
  const outage = createOutageLog(log, 'requests could not be logged for the developers; their lines are lost');
  const timer = setInterval(() => {
    if (writing === null) flush().then(outage.worked, outage.failed);
  }, FLUSH_MS);
  timer.unref();

  async function flush(): Promise<void> {
    // A reader waits for the lines that an earlier write has taken, too.
    while (writing !== null) await writing.catch(() => undefined);
    writing = write().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    if (await isShortOfMemory()) throw new Error('Redis has used half of its memory.');
    const pipeline = redis.pipeline();
    for (const [accountId, requests] of taken) {
      const key = keyOf(accountId);
      pipeline.lpush(key, ...requests);
      pipeline.ltrim(key, 0, MOST_REQUESTS - 1);
      pipeline.expire(key, KEPT_SEC);
    }
    for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
  }

  /** Whether Redis has used more than `MEMORY_PART` of its memory limit. A Redis without a limit is never short. */
  async function isShortOfMemory(): Promise<boolean> {
    if (now() - memory.checkedMs < MEMORY_MS) return memory.isShort;
    // A managed Redis may refuse INFO.
    const facts = await redis.info('memory').catch(() => '');
    const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(facts)?.[1] ?? 0);
    const limit = bytes('maxmemory');
    memory = { checkedMs: now(), isShort: limit > 0 && bytes('used_memory') > limit * MEMORY_PART };
    return memory.isShort;
  }

  return {
    add(accountId, request) {
      const requests = waiting.get(accountId) ?? [];
      if (requests.length === 0) {
        if (waiting.size >= MOST_ACCOUNTS) return;
        waiting.set(accountId, requests);
      }
      requests.push(storedRequest(request));
      // Only the newest requests of an account are kept anyway.
      if (requests.length > MOST_REQUESTS) requests.shift();
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(outage.failed);
    },
  };
}

/** Reads the request log of an account, newest first. */
export async function readRequestLog(redis: Redis, accountId: string): Promise<LoggedRequest[]> {
  const stored = await redis.lrange(keyOf(accountId), 0, MOST_REQUESTS - 1);
  const requests = stored.map(parseStoredRequest).filter((request) => request !== null);
  // Several processes write their requests of a second at different moments.
  return requests.sort((a, b) => b.atMs - a.atMs);
}

/** Deletes the request log of an account. */
export async function eraseRequestLog(redis: Redis, accountId: string): Promise<void> {
  await redis.del(keyOf(accountId));
}

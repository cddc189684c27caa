import { createOutageLog, type Database, type Logger } from '@framemill/infra';

const FLUSH_MS = 5_000;

/** Counter of the accounts' requests per day. */
export interface RequestCounter {
  /** Counts one request that passed the rate limiter. */
  count(accountId: string): void;
  /** Writes the counts to the database. Also happens every 5 s. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the request counter of one process.
 * Requests are counted in memory and added to the database every 5 s. A process that crashes loses the last seconds,
 * which is acceptable for a figure that is only displayed. Tests replace `now`, a clock in ms.
 */
export function createRequestCounter({ client }: Database, log: Logger, now: () => number = Date.now): RequestCounter {
  let counts = new Map<string, { accountId: string; day: string; requests: number }>();
  const outage = createOutageLog(log, 'requests could not be counted; trying again');
  const timer = setInterval(() => void flush().then(outage.worked, outage.failed), FLUSH_MS);
  timer.unref();

  function add(accountId: string, day: string, requests: number): void {
    const key = `${day} ${accountId}`;
    const entry = counts.get(key);
    if (entry) entry.requests += requests;
    else counts.set(key, { accountId, day, requests });
  }

  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /**
   * Writes the counts to the database. One write runs at a time; all calls made during a write are covered by one
   * further write. Concurrent writes would wait for each other's row locks, and each would occupy a connection.
   */
  function flush(): Promise<void> {
    if (writing) {
      next ??= writing
        .catch(() => undefined)
        .then(() => {
          next = null;
          return flush();
        });
      return next;
    }
    writing = write().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function write(): Promise<void> {
    const taken = [...counts.values()];
    if (taken.length === 0) return;
    counts = new Map();
    try {
      // All processes write in the same order, so that two of them never deadlock. The join drops deleted accounts.
      await client.$executeRaw`
        INSERT INTO "RequestDay" ("accountId", "day", "requests")
        SELECT a."id", c."day"::date, c."requests"
        FROM UNNEST(
          ${taken.map((entry) => entry.accountId)}::text[],
          ${taken.map((entry) => entry.day)}::text[],
          ${taken.map((entry) => entry.requests)}::int[]
        ) AS c("accountId", "day", "requests") JOIN "Account" a ON a."id" = c."accountId"
        ORDER BY 1, 2
        ON CONFLICT ("accountId", "day") DO UPDATE SET "requests" = "RequestDay"."requests" + EXCLUDED."requests"`;
    } catch (error) {
      for (const { accountId, day, requests } of taken) add(accountId, day, requests);
      throw error;
    }
  }

  return {
    count: (accountId) => add(accountId, new Date(now()).toISOString().slice(0, 10), 1),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

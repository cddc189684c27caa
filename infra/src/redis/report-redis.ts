import type { Logger } from '../log/logger.ts';
import { createOutageLog } from '../log/outage-log.ts';

/** Callbacks for the state of connections to Redis, and of the queues and workers that use them. */
export interface RedisReport {
  onError(error: Error): void;
  onReady(): void;
}

/**
 * Creates a report that logs the Redis connections of one part of a process. Unavailable connections count as one
 * outage; each other error is logged on a line of its own.
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

const away =
  /connection is closed|socket timeout|socket closed|ETIMEDOUT|ECONN|stream isn't writeable|max retries per request|^(LOADING|READONLY|MASTERDOWN|NOMASTERLINK)\b/i;

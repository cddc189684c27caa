import { setTimeout as delay } from 'node:timers/promises';
import { createRedis, redisReady } from '../../src/index.ts';
import type { ServiceProcess } from './service-process.ts';

/**
 * Resolves when the node has published its lease, which means that it is calibrated and accepts work. Rejects when the
 * node's process ends first, or after `timeoutMs`.
 */
export async function untilNodeJoined(
  node: ServiceProcess,
  nodeId: string,
  redisUrl: string,
  timeoutMs: number,
): Promise<void> {
  const redis = createRedis(redisUrl, 'plain');
  const deadline = Date.now() + timeoutMs;
  const poll = async () => {
    await redisReady(redis, timeoutMs);
    while ((await redis.exists(`fm:node:${nodeId}`)) === 0) {
      if (Date.now() > deadline) {
        throw new Error(
          `The local node did not join the farm within ${timeoutMs / 1000} s. See farm.log in the log folder.`,
        );
      }
      await delay(50);
    }
  };
  try {
    await Promise.race([poll(), node.failed]);
  } finally {
    redis.disconnect();
  }
}

/**
 * Resolves or rejects like `work`, but rejects with the signal's reason as soon as the signal is aborted. The work
 * itself need not support the signal.
 */
export async function orStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const onAbort = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

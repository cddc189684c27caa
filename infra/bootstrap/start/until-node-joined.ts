import { createRedis, redisReady } from '../../src/index.ts';
import type { ServiceProcess } from './service-process.ts';
import { type StartPatience, untilStarted } from './start-patience.ts';

/**
 * Resolves when the node has published its lease, which means that it is calibrated and accepts work. Rejects when the
 * node's process ends first, or when `patience` with it ends.
 */
export async function untilNodeJoined(
  node: ServiceProcess,
  nodeId: string,
  redisUrl: string,
  patience: StartPatience,
): Promise<void> {
  const redis = createRedis(redisUrl, 'plain');
  const look = async () =>
    (await redis.exists(`fm:node:${nodeId}`)) === 0
      ? 'it has not joined the farm, see farm.log in the log folder'
      : null;
  try {
    await redisReady(redis, patience.idleMs, patience.idleMs);
    await Promise.race([untilStarted(node, look, patience), node.failed]);
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

import { createHash } from 'node:crypto';

/**
 * Names of the node pools, by the device or program that renders their frames: CPU, GPU, or a browser for html clips.
 */
export const pools = ['cpu', 'gpu', 'html'] as const;
/** Name of a pool of nodes. */
export type Pool = (typeof pools)[number];

/** Parses the pool stored with a render; a pool that this software version does not support counts as `cpu`. */
export function parsePool(name: string): Pool {
  return pools.find((pool) => pool === name) ?? 'cpu';
}

/** Key prefix of BullMQ. The braces keep all keys of a queue in one hash slot of a Redis Cluster. */
export const queuePrefix = '{fm}';

/**
 * Base name of the express queues, for short tasks of all kinds. They serve accounts with little work while other
 * accounts use every slot. The job's name states the kind.
 */
export const expressQueue = 'express';

/**
 * Returns the name of the queue for render work of one engine (render program version and machine type). `base` is the
 * name without the fingerprint of the engine. A node reads only the queues of its own fingerprint, so it never takes a
 * range for which its output would have other bytes.
 */
export function workQueue(base: string, fingerprint: string): string {
  return `${base}-${fingerprint.slice(0, 12)}`;
}

/**
 * Returns the id of a BullMQ job: one attempt of one task. It contains no `:` (BullMQ refuses it) and is never an
 * integer.
 */
export function jobIdOf(taskId: string, attempt: number): string {
  return `c_${taskId}_${attempt}`;
}

/**
 * Returns the id of a job that concurrent callers share, for example one probe per media record. Equal arguments give
 * equal ids.
 */
export function sharedJobId(kind: string, ...parts: readonly (string | number)[]): string {
  return `${kind}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`;
}

/**
 * Options that every worker must use. BullMQ marks a stalled job as failed and never runs it again; the scheduler
 * decides whether to try the work again. The lock is short, so that the job of a dead node soon ends as failed, even if
 * the leader has never read a lease (sign of life) of that node.
 */
export const workerOptions = {
  prefix: queuePrefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 0,
} as const;

/**
 * Options that every queue producer must use: finished jobs stay in Redis until the scheduler has read them, but for a
 * limited time.
 */
export const queueOptions = {
  prefix: queuePrefix,
  streams: { events: { maxLen: 2_000 } },
  defaultJobOptions: {
    attempts: 1,
    removeOnComplete: { age: 900, count: 2_000 },
    removeOnFail: { age: 900, count: 2_000 },
  },
} as const;

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

/** Kinds of work that are dispatched to nodes of one engine fingerprint. */
export const workKinds: readonly WorkKind[] = [...pools.map(framesOf), 'audio', 'stitch', 'express'];
/**
 * Kind of work of a queue. `express`: frames, audio mixes and muxes of accounts with nothing else running, while other
 * accounts use every slot; the job's name states which of these three kinds it is.
 */
export type WorkKind = `frames-${Pool}` | 'audio' | 'stitch' | 'express';

/** Returns the kind of work for frames of a pool. */
export function framesOf(pool: Pool): `frames-${Pool}` {
  return `frames-${pool}`;
}

/** Queue of previews without html clips; every node serves it, whatever its engine. */
export const previewQueue = 'preview';
/** Queue of previews of documents with html clips; nodes with a browser serve it. */
export const previewHtmlQueue = 'preview-html';
/** Queue of the probes; every node serves it. */
export const probeQueue = 'probe';
/** Queue of transcriptions; nodes with pocketsphinx serve it. */
export const transcribeQueue = 'transcribe';

/** Queue of measurements of finished files; every node serves it. */
export const reportQueue = 'report';

/**
 * Parts of an ingest: see `media-jobs.ts`. Each part has its own queue, so that the proxy of a long video does not
 * delay the audio of other files.
 */
export const ingestParts = ['sound', 'picture'] as const;
/** Name of a part of an ingest. */
export type IngestPart = (typeof ingestParts)[number];
/** Queue of each ingest part. */
export const ingestQueue = { sound: 'ingest-sound', picture: 'ingest-picture' } as const;

/** Base names of all queues. */
export const queueNames = [
  ...workKinds,
  previewQueue,
  previewHtmlQueue,
  probeQueue,
  transcribeQueue,
  reportQueue,
  ...Object.values(ingestQueue),
] as const;

/**
 * Returns the name of the queue for one kind of work and one engine fingerprint. A node reads only the queues of its
 * own fingerprint, so it never takes a range whose bytes it could not reproduce.
 */
export function workQueue(kind: WorkKind, fingerprint: string): string {
  return `${kind}-${fingerprint.slice(0, 12)}`;
}

/** Whether a queue was named by `workQueue`: its jobs are attempts of a render's tasks. */
export function isWorkQueue(name: string): boolean {
  return workKinds.some((kind) => name.startsWith(`${kind}-`));
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
export function sharedJobId(kind: 'probe' | 'frame' | 'ingest' | 'report', ...parts: (string | number)[]): string {
  return `${kind}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`;
}

/**
 * Options that every worker must use. A stalled job fails and is never run again by BullMQ itself: the attempt ledger
 * decides that. The lock is short, so that a dead node's job is given up in time even when its lease was never read.
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

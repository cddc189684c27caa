import { createHash } from 'node:crypto';
import { type Pool, pools } from './pools.ts';

/** BullMQ's key prefix. The braces keep all keys of a queue in one slot of a Redis Cluster. */
export const queuePrefix = '{fm}';

/** Kinds of work that are dispatched to nodes of one engine fingerprint. */
export const workKinds: readonly WorkKind[] = [...pools.map(framesOf), 'audio', 'stitch', 'express'];
/**
 * A kind of work that nodes do. `express`: frames, mixes and stitches of accounts that have nothing else running, while others
 * hold every slot; a job's name tells which of the three it is.
 */
export type WorkKind = `frames-${Pool}` | 'audio' | 'stitch' | 'express';

/** The kind of work that frames of a pool are. */
export function framesOf(pool: Pool): `frames-${Pool}` {
  return `frames-${pool}`;
}

/** Queues that any node may serve, whatever its engine draws. */
export const previewQueue = 'preview';
/** The same for documents with html clips: served by nodes with a browser. */
export const previewHtmlQueue = 'preview-html';
/** Queue of the probes; every node serves it. */
export const probeQueue = 'probe';
/** Speech to be written down: served by nodes with pocketsphinx. */
export const transcribeQueue = 'transcribe';

/** Finished files to be measured; every node serves it. */
export const reportQueue = 'report';

/** Parts of an ingest: see `ingest-job.ts`. Each has a queue, so that a long film's proxy holds up nobody's sound. */
export const ingestParts = ['sound', 'picture'] as const;
/** The part of a media file that an ingest works on. */
export type IngestPart = (typeof ingestParts)[number];
/** Queue of the ingests of each part of a file. */
export const ingestQueue = { sound: 'ingest-sound', picture: 'ingest-picture' } as const;

/** Every base name of a queue. */
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
 * Name of the queue of one kind of work for one engine fingerprint. A node listens only to the queues of its own
 * fingerprint, so it can never take a range whose bytes it could not reproduce.
 */
export function workQueue(kind: WorkKind, fingerprint: string): string {
  return `${kind}-${fingerprint.slice(0, 12)}`;
}

/** Whether a queue is one of `workQueue`'s: its jobs are attempts of a render's tasks. */
export function isWorkQueue(name: string): boolean {
  return workKinds.some((kind) => name.startsWith(`${kind}-`));
}

/** Id of a BullMQ job: one attempt of one task. No `:` (BullMQ refuses it), never an integer. */
export function jobIdOf(taskId: string, attempt: number): string {
  return `c_${taskId}_${attempt}`;
}

/** Id of a job that asks the same of everybody who asks for it at once, e.g. one probe a media record. */
export function sharedJobId(kind: 'probe' | 'frame' | 'ingest' | 'report', ...parts: (string | number)[]): string {
  return `${kind}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40)}`;
}

/**
 * Options that every worker must use. A stalled job is failed, never silently run again: the attempt ledger decides
 * that. The lock is short so that a dead node's job is given up in time even when its lease was never seen.
 */
export const workerOptions = {
  prefix: queuePrefix,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 0,
} as const;

/** Options that every queue producer must use: finished jobs stay until the scheduler has read them, not for ever. */
export const queueOptions = {
  prefix: queuePrefix,
  streams: { events: { maxLen: 2_000 } },
  defaultJobOptions: {
    attempts: 1,
    removeOnComplete: { age: 900, count: 2_000 },
    removeOnFail: { age: 900, count: 2_000 },
  },
} as const;

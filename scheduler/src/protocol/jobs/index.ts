import type { NodeLease } from '../node-lease.ts';
import { expressQueue, type Pool, pools, workQueue } from '../queues.ts';
import type { JobFacts } from './define-job.ts';
import { ingestJobs, probeJob, transcribeJob } from './media-jobs.ts';
import { previewFrameJob } from './preview-frame-job.ts';
import { audioJob, renderRangeJob, stitchJob } from './render-jobs.ts';
import { reportJob } from './report-job.ts';

/** All kinds of jobs. */
export const jobKinds: readonly JobFacts[] = [
  renderRangeJob,
  audioJob,
  stitchJob,
  previewFrameJob,
  probeJob,
  ingestJobs.picture,
  ingestJobs.sound,
  transcribeJob,
  reportJob,
];

const isTask = ({ completion }: JobFacts) => completion === 'task';
const queuesOf = (kinds: readonly JobFacts[]) => [...new Set(kinds.flatMap(({ queues }) => Object.values(queues)))];

/** Kinds of jobs that are attempts of a render's tasks. */
export const taskKinds: readonly JobFacts[] = jobKinds.filter(isTask);
/**
 * Base names of the queues of render work. For each base name, every engine (render program version and machine type)
 * has its own queue.
 */
export const workQueues: readonly string[] = [...queuesOf(taskKinds), expressQueue];
/** Names of the queues that nodes share whatever their engine (render program version and machine type). */
export const sharedQueues: readonly string[] = queuesOf(jobKinds.filter((kind) => !isTask(kind)));

/**
 * Returns the name of the queue for jobs of `kind` in `pool`. Render work has a separate queue for each engine (render
 * program version and machine type), named by its `fingerprint`.
 */
export function queueOf(kind: JobFacts, pool: Pool, fingerprint: string): string {
  return isTask(kind) ? workQueue(kind.queues[pool], fingerprint) : kind.queues[pool];
}

/** Base names of all queues: of those that all nodes share, and of those that each engine has for itself. */
export const queueKinds: readonly string[] = [...sharedQueues, ...workQueues];

/**
 * Splits the name of a queue into its base name and the beginning of the fingerprint of the engine that serves it;
 * `engine` null: nodes of every engine serve it.
 */
export function queueParts(name: string): { kind: string; engine: string | null } {
  const base = workQueues.find((one) => name.startsWith(`${one}-`));
  return base === undefined ? { kind: name, engine: null } : { kind: base, engine: name.slice(base.length + 1) };
}

/** Whether the jobs of a queue are attempts of a render's tasks. */
export function isWorkQueue(name: string): boolean {
  return queueParts(name).engine !== null;
}

/**
 * Returns the queues from which a node takes jobs of a kind, each with the first of the node's pools that uses the
 * queue.
 */
export function servedQueues(
  kind: JobFacts,
  { engines, transcribes = false }: Pick<NodeLease, 'engines' | 'transcribes'>,
): Map<string, Pool> {
  const queues = new Map<string, Pool>();
  if (kind.needsPocketsphinx && !transcribes) return queues;
  for (const pool of pools) {
    const engine = engines[pool];
    const queue = engine === undefined ? undefined : queueOf(kind, pool, engine);
    if (queue !== undefined && !queues.has(queue)) queues.set(queue, pool);
  }
  return queues;
}

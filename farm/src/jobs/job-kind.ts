import type { MediaFiles } from '@framemill/compositor';
import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore } from '@framemill/infra';
import type { Engines, FrameSnapshot, JobFacts, JobKind, RenderSnapshot } from '@framemill/scheduler/protocol';
import type { Document } from '@framemill/timeline';
import type { MediaCache } from '../cache/media-cache.ts';
import type { StorePatience } from '../cache/store-patience.ts';
import type { WarmFolders } from '../cache/warm-folders.ts';

/** Snapshot from the store whose document was validated by the timeline package. */
export type Checked<T extends { document: unknown }> = Omit<T, 'document'> & { document: Document };

/** Document whose frames are previewed, with the files from which they are rendered. */
export interface PreviewFiles {
  document: Document;
  media: MediaFiles;
}

/** Services that a job gets from the node. All of them stop when `signal` is aborted. */
export interface JobContext {
  nodeId: string;
  /** Engine of the node in each pool. */
  engines: Engines;
  /** Hardware encoder of its engine in the pool `gpu`; null: encoding is done in software. */
  encodedBy: string | null;
  /** Folder for rendered frames of html clips, shared by all jobs. */
  htmlFrames: string;
  /** Private folder of this job on this machine; removed afterwards. */
  scratchDir: string;
  signal: AbortSignal;
  /** Folders for the sources of documents whose next job is expected soon; they outlive the job. */
  warmFolders: WarmFolders<PreviewFiles>;
  /** Publishes a message on a Redis channel and returns the number of its subscribers, as far as Redis counts them. */
  publish: (channel: string, message: Buffer) => Promise<number>;
  store: ObjectStore;
  patience: StorePatience;
  media: MediaCache;
  renderSnapshot: (key: string) => Promise<Checked<RenderSnapshot>>;
  frameSnapshot: (key: string) => Promise<Checked<FrameSnapshot>>;
  /** Runs media work in a render child of the job's lane (its child pool), or of another lane. */
  runTask: <T extends ChildTask>(
    task: T,
    onProgress?: (done: number) => void,
    bounds?: TaskBounds,
  ) => Promise<ChildResult<T>>;
  /** Reports the number of completed frames, which goes into the lease. It must never decrease. */
  reportFrames: (done: number) => void;
  metrics: Metrics;
  log: Logger;
}

/** Child pool and time limit of a task. */
export interface TaskBounds {
  lane: Lane;
  /**
   * Time limit in ms from the task's start in the child: then the child is ended, and the task fails with
   * `provider_error`.
   */
  limitMs: number;
}

/**
 * Pool of children that runs a job. `slot`: the node's shared render slots. `express`: one child in addition, for an
 * account that has nothing else running while others hold every slot. `preview` and `probe`: one child each, so that a
 * user who waits for a frame never waits for a render. `page`: two children for previews of pages, which may hang.
 * `ingest`: two children with lower priority than all others.
 */
export type Lane = 'slot' | 'express' | 'preview' | 'page' | 'probe' | 'ingest';

/** Kind of job as nodes run it: what all processes share, and the work that a node does. */
export interface NodeJobKind extends JobFacts {
  lane: Lane;
  /** Priority among jobs that wait for a slot on this node; the lowest number goes first. */
  priority: number;
  /** Parses the payload, does the work and returns ids and figures only. */
  execute: (payload: unknown, context: JobContext) => Promise<object>;
  /**
   * Returns the render to which the payload belongs; null when it belongs to none. Throws `ProtocolError` for a
   * payload that does not match the schema.
   */
  renderIdOf: (payload: unknown) => string | null;
}

/** Adds the work of a node to a kind of job. */
export function defineNodeJob<Job, Result extends object, Key>(
  kind: JobKind<Job, Result, Key>,
  { lane, priority, run }: Pick<NodeJobKind, 'lane' | 'priority'> & { run: Work<Job, Result> },
): NodeJobKind {
  return {
    ...kind,
    ...{ lane, priority },
    execute: (payload, context) => run(kind.parse(payload), context),
    renderIdOf: (payload) => kind.renderId(kind.parse(payload)),
  };
}

type Work<Job, Result> = (job: Job, context: JobContext) => Promise<Result>;

/**
 * Reason why a node ends a job before it is done. `cancelled`: the render was cancelled. `stopping`: the node shuts
 * down. `lock-lost`: another node may have the job already. `done-elsewhere`: another attempt has completed the work.
 * `for-others`: a waiting account gets its slot, and the job continues later.
 */
export type StopKind = 'cancelled' | 'done-elsewhere' | 'stopping' | 'lock-lost' | 'for-others';

/** Whether a job is stopped so that a waiting account gets its slot. */
export function isForOthers(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof JobStopped && signal.reason.kind === 'for-others';
}

/** Reason of a job's abort signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind);
    this.kind = kind;
  }
}

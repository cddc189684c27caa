import type { MediaFiles } from '@framemill/compositor';
import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore, Span, SpanAttributes } from '@framemill/infra';
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
  /** Fingerprint of the node's render engine in each pool. Nodes with the same fingerprint produce identical bytes. */
  engines: Engines;
  /** Hardware encoder of the node's engine in the pool `gpu`; null when encoding is done in software. */
  encodedBy: string | null;
  /** Folder for rendered frames of html clips, shared by all jobs. */
  htmlFrames: string;
  /** Private folder of this job on this machine. It is deleted when the job has ended. */
  scratchDir: string;
  signal: AbortSignal;
  /** Cache of folders with the source files of recently previewed documents. They are kept after the job. */
  warmFolders: WarmFolders<PreviewFiles>;
  /** Publishes a message on a Redis channel. Returns the number of subscribers that Redis reports. */
  publish: (channel: string, message: Buffer) => Promise<number>;
  store: ObjectStore;
  patience: StorePatience;
  media: MediaCache;
  renderSnapshot: (key: string) => Promise<Checked<RenderSnapshot>>;
  frameSnapshot: (key: string) => Promise<Checked<FrameSnapshot>>;
  /** Runs a task in a render child of the job's child pool, or of the pool that `bounds` names. */
  runTask: <T extends ChildTask>(
    task: T,
    onProgress?: (done: number) => void,
    bounds?: TaskBounds,
  ) => Promise<ChildResult<T>>;
  /** Reports the number of completed frames, which the node publishes in its lease. The number must never decrease. */
  reportFrames: (done: number) => void;
  /**
   * Records a span below that of the job, or below `parent`, from its begin and end in ms since 1970. Does nothing
   * when the job is not traced. Returns the span, for those below it.
   */
  noteSpan: (name: string, times: { fromMs: number; untilMs: number }, details?: SpanDetails) => Span | null;
  metrics: Metrics;
  log: Logger;
}

/** Details of a span that is recorded afterwards. */
export interface SpanDetails {
  readonly attributes?: SpanAttributes;
  readonly parent?: Span | null;
}

/** Child pool and time limit of a task. */
export interface TaskBounds {
  lane: Lane;
  /**
   * Time limit in ms from the start of the task in the child. When it expires, the child is ended and the task fails
   * with `provider_error`.
   */
  limitMs: number;
}

/**
 * Pool of render children that runs a job. `slot`: the node's render slots. `express`: one additional child for an
 * account without running jobs while other accounts occupy all slots. `preview` and `probe`: one child each, so that a
 * user who waits for a frame never waits for a render. `page`: two children for previews with HTML clips, which may
 * hang. `ingest`: two children with the lowest CPU priority.
 */
export type Lane = 'slot' | 'express' | 'preview' | 'page' | 'probe' | 'ingest';

/** Kind of job with the function that runs it on a node. */
export interface NodeJobKind extends JobFacts {
  lane: Lane;
  /** Priority among jobs that wait for a slot on this node; the lowest number goes first. */
  priority: number;
  /** Parses the payload and runs the job. The result contains only ids and numbers. */
  execute: (payload: unknown, context: JobContext) => Promise<object>;
  /**
   * Returns the render to which the payload belongs; null when it belongs to none. Throws `ProtocolError` for a
   * payload that does not match the schema.
   */
  renderIdOf: (payload: unknown) => string | null;
}

/** Adds the function that runs a job on a node to a kind of job. */
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
 * Reason why a node stops a job early. `cancelled`: the render was cancelled. `stopping`: the node shuts down.
 * `lock-lost`: another node may already run the job. `done-elsewhere`: another attempt has completed the job.
 * `for-others`: a waiting account gets the slot, and the job continues later.
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

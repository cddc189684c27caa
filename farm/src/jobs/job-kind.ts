import type { MediaFiles } from '@framemill/compositor';
import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore } from '@framemill/infra';
import type { Engines, FrameSnapshot, Pool, RenderSnapshot } from '@framemill/scheduler/protocol';
import type { Document } from '@framemill/timeline';
import type { MediaCache } from '../cache/media-cache.ts';
import type { StorePatience } from '../cache/store-patience.ts';
import type { WarmFolders } from '../cache/warm-folders.ts';

/** A snapshot of the store with its document checked by the timeline. */
export type Checked<T extends { document: unknown }> = Omit<T, 'document'> & { document: Document };

/** A document whose frames are looked at, and the files that they are drawn from. */
export interface PreviewFiles {
  document: Document;
  media: MediaFiles;
}

/** What a job gets from the node. All of it ends with `signal`. */
export interface JobContext {
  nodeId: string;
  /** What the node draws each pool's work with. */
  engines: Engines;
  /** Hardware encoder of its engine in the pool gpu; null: software encodes. */
  encodedBy: string | null;
  /** Folder for pictures of html clips, shared by all jobs. */
  htmlFrames: string;
  /** Private folder of this job on this machine; removed afterwards. */
  scratchDir: string;
  signal: AbortSignal;
  /** Folders for the sources of documents whose next job comes soon; they outlive the job. */
  warmFolders: WarmFolders<PreviewFiles>;
  /** Sends a message to those who listen on a channel of Redis, and answers how many do as far as is known. */
  publish: (channel: string, message: Buffer) => Promise<number>;
  store: ObjectStore;
  patience: StorePatience;
  media: MediaCache;
  renderSnapshot: (key: string) => Promise<Checked<RenderSnapshot>>;
  frameSnapshot: (key: string) => Promise<Checked<FrameSnapshot>>;
  /** Runs media work in a render child of the job's lane, or of another one. */
  runTask: <T extends ChildTask>(
    task: T,
    onProgress?: (done: number) => void,
    bounds?: TaskBounds,
  ) => Promise<ChildResult<T>>;
  /** Frames done so far: goes into the lease. Never call it with less than before. */
  reportFrames: (done: number) => void;
  metrics: Metrics;
  log: Logger;
}

/** Where and how long a task may run. */
export interface TaskBounds {
  lane: Lane;
  /** From its start in the child on: then the child is ended, and the task fails with `provider_error`. */
  limitMs: number;
}

/**
 * Which children serve a job. `slot`: the node's render slots, shared. `express`: one beside them, for an account that has
 * nothing else running while others hold every slot. `preview` and `probe`: one child of their own,
 * so that a person who waits for a frame never waits for a render. `page`: two for previews of pages, which may hang.
 * `ingest`: two that give way to all others.
 */
export type Lane = 'slot' | 'express' | 'preview' | 'page' | 'probe' | 'ingest';

/** A kind of job that nodes take: its queue, and what is done with a job of it. */
export interface JobKind {
  name: string;
  /** Queue that holds these jobs, for nodes with this engine in `pool`. It may be the same for several pools. */
  queue: (pool: Pool, fingerprint: string) => string;
  /** True: served by nodes that can write speech down. */
  needsPocketsphinx: boolean;
  lane: Lane;
  /** Among jobs that wait for a slot on this node the lowest number goes first. */
  priority: number;
  /** Parses the payload, does the work and returns ids and figures only. */
  execute: (payload: unknown, context: JobContext) => Promise<object>;
  /** Render that the payload belongs to; null when it belongs to none. Throws `ProtocolError` for a bad payload. */
  renderIdOf: (payload: unknown) => string | null;
}

/** Makes a kind of job from a parse function and typed work. */
export function defineJob<Job, Result extends object>(kind: {
  name: string;
  queue: (pool: Pool, fingerprint: string) => string;
  needsPocketsphinx?: boolean;
  lane: Lane;
  priority: number;
  parse: (payload: unknown) => Job;
  renderId: (job: Job) => string | null;
  run: (job: Job, context: JobContext) => Promise<Result>;
}): JobKind {
  return {
    name: kind.name,
    queue: kind.queue,
    needsPocketsphinx: kind.needsPocketsphinx ?? false,
    lane: kind.lane,
    priority: kind.priority,
    execute: (payload, context) => kind.run(kind.parse(payload), context),
    renderIdOf: (payload) => kind.renderId(kind.parse(payload)),
  };
}

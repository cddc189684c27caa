import type { Pool } from '../queues.ts';

/** Properties of a kind of job that do not depend on the types of its payload and result. */
export interface JobFacts {
  /** Name of the kind in metrics and logs. No two kinds share it. */
  readonly name: string;
  /** Name of its jobs in their queue. Kinds with the same payload may share it. */
  readonly jobName: string;
  /** Base name of its queue in each pool; several pools may share one queue. See `queueOf` for the whole name. */
  readonly queues: Readonly<Record<Pool, string>>;
  /**
   * Component that completes jobs of this kind. `task`: each job is an attempt of a render's task, which the leader
   * completes; its queue belongs to one engine. `record`: the leader reconciles the jobs with database records.
   * `caller`: the process that requested the job waits for its result.
   */
  readonly completion: 'task' | 'record' | 'caller';
  /**
   * Maximum numbers of tries before the work is given up: of failed tries (`failures`), and of tries with any outcome
   * (`attempts`). A try that was lost or that its node returned has not failed.
   */
  readonly limits: { readonly failures: number; readonly attempts: number };
  /** Whether only nodes that can transcribe speech serve the queue. */
  readonly needsPocketsphinx: boolean;
}

/** Kind of job, as the scheduler, the nodes and the API share it. `Key` has the fields that identify one job. */
export interface JobKind<Job, Result, Key = Job> extends JobFacts {
  /** Parses a payload from JSON. Throws `ProtocolError` when it does not match the schema. */
  readonly parse: (payload: unknown) => Job;
  /** Parses a result from JSON. Throws `ProtocolError` when it does not match the schema. */
  readonly parseResult: (result: unknown) => Result;
  /** Returns the id of a job in its queue. A queue has at most one job with an id. */
  readonly id: (key: Key) => string;
  /** Returns the render to which a job belongs; null: it belongs to none. */
  readonly renderId: (job: Job) => string | null;
}

/** Payload of a kind of job. */
export type JobOf<Kind> = Kind extends { readonly parse: (payload: unknown) => infer Job } ? Job : never;
/** Result of a kind of job. */
export type ResultOf<Kind> = Kind extends { readonly parseResult: (result: unknown) => infer Result } ? Result : never;

/**
 * Defines a kind of job. By default, its jobs and the one queue that all pools share have the name of the kind, the
 * number of tries has no limit, every node can run the jobs, and they belong to no render.
 */
export function defineJob<Job, Result, Key>(kind: {
  name: string;
  jobName?: string;
  queues?: Record<Pool, string>;
  completion: JobFacts['completion'];
  limits?: { failures?: number; attempts?: number };
  needsPocketsphinx?: boolean;
  parse: (payload: unknown) => Job;
  parseResult: (result: unknown) => Result;
  id: (key: Key) => string;
  renderId?: (job: Job) => string | null;
}): JobKind<Job, Result, Key> {
  return {
    jobName: kind.name,
    queues: perPool(() => kind.name),
    needsPocketsphinx: false,
    renderId: () => null,
    ...kind,
    limits: { failures: Number.POSITIVE_INFINITY, attempts: Number.POSITIVE_INFINITY, ...kind.limits },
  };
}

/** Returns a queue name for each pool. */
export function perPool(nameOf: (pool: Pool) => string): Record<Pool, string> {
  return { cpu: nameOf('cpu'), gpu: nameOf('gpu'), html: nameOf('html') };
}

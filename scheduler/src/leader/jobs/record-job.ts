import { decodeFailure, type JobFailure, type JobKind, ProtocolError } from '../../protocol/index.ts';
import { addJob } from '../../work-queues.ts';
import { absentGraceMs, type LeaderContext } from '../context.ts';

/** Number of the current try of a record's job (`attempt`), and number of its failed tries (`failures`). */
export interface Tries {
  readonly attempt: number;
  readonly failures: number;
}

/**
 * Job whose result the leader stores in a database record. `Row` is a record that waits for the result. Its fields
 * include those from which the id of the job is derived (`Key`).
 */
export interface RecordJob<Row extends Key & Tries, Payload extends Key, Result, Key> {
  /** Name of the step in the log. */
  readonly name: string;
  /** Returns the kind of the job for a record. */
  readonly kindOf: (row: Row) => JobKind<Payload, Result, Key>;
  /**
   * Reads the records that wait for a result. Limited to a few records of each account, so that an account with many
   * records does not delay other accounts.
   */
  readonly pending: (leader: LeaderContext, nowMs: number) => Promise<readonly Row[]>;
  /** Builds the payload of the job. After a `ProtocolError` the record is given up. */
  readonly payload: (row: Row) => Payload;
  /** Priority in the queue; the lowest number goes first. Default 1. */
  readonly priority?: (row: Row) => number;
  /**
   * Whether an active job that no node's lease lists counts as lost and is tried again. When false, BullMQ itself ends
   * the job after its lock has expired.
   */
  readonly watchesLeases: boolean;
  /** Stores a result. After a `ProtocolError` the record is given up. */
  readonly complete: (leader: LeaderContext, row: Row, result: Result) => Promise<void>;
  /**
   * Counts a failed try against the source file. Resolves with the reason why the record is given up, or with undefined
   * when the job may be tried again.
   */
  readonly countFault?: (leader: LeaderContext, row: Row, failure: JobFailure) => Promise<string | undefined>;
  /**
   * Schedules the next try. `failures` is added to the number of failed tries: 1 when the try failed, 0 when it was
   * lost or its node returned it.
   */
  readonly retry: (leader: LeaderContext, row: Row, why: string, failures: number) => Promise<void>;
  /** Records that there will be no result. */
  readonly giveUp: (leader: LeaderContext, row: Row, why: string) => Promise<void>;
}

/** Step of the leader that reconciles the jobs of one kind with their records. Run it every second. */
export type Reconciler = (leader: LeaderContext, nowMs: number) => Promise<void>;

/**
 * Returns the step that reconciles jobs with their records: it queues missing jobs, stores results, and tries failed
 * and lost jobs again within the limits of the job kind. A lost try does not count as failed.
 */
export function reconcilerOf<Row extends Key & Tries, Payload extends Key, Result, Key>(
  job: RecordJob<Row, Payload, Result, Key>,
): Reconciler {
  const reconcile: Reconciler = async (leader, nowMs) => {
    for (const row of await job.pending(leader, nowMs)) {
      const kind = job.kindOf(row);
      const jobId = kind.id(row);
      const queue = leader.queues.queue(kind.queues.cpu);
      const state = await queue.getJobState(jobId);
      try {
        if (state === 'unknown') await addJob(queue, kind, job.payload(row), job.priority?.(row) ?? 1);
        else if (state === 'completed' || state === 'failed') await takeEnd(leader, row, state);
        else if (state !== 'active') leader.memory.absentSince.delete(jobId);
        else if (job.watchesLeases && isLost(leader, jobId, nowMs)) {
          leader.memory.absentSince.delete(jobId);
          await job.retry(leader, row, 'The node no longer runs the job.', 0);
        }
      } catch (error) {
        // Unreadable records and results stay unreadable, and must not delay others.
        if (!(error instanceof ProtocolError)) throw error;
        await job.giveUp(leader, row, error.message);
      }
    }
  };

  const takeEnd = async (leader: LeaderContext, row: Row, state: 'completed' | 'failed') => {
    const kind = job.kindOf(row);
    leader.memory.absentSince.delete(kind.id(row));
    // Read the job after its state: a job that is read before it ends contains no result.
    const ended = await leader.queues.queue(kind.queues.cpu).getJob(kind.id(row));
    if (ended === undefined) return;
    if (state === 'completed') return job.complete(leader, row, kind.parseResult(ended.returnvalue));
    const failure = decodeFailure(ended.failedReason);
    const failures = failure.kind === 'failed' ? 1 : 0;
    const fault = failures === 0 ? undefined : await job.countFault?.(leader, row, failure);
    if (fault !== undefined) return job.giveUp(leader, row, fault);
    const hasFailedTooOften = failures > 0 && row.failures + failures >= kind.limits.failures;
    const isOver = failure.kind === 'fatal' || hasFailedTooOften || row.attempt >= kind.limits.attempts;
    await (isOver ? job.giveUp(leader, row, failure.message) : job.retry(leader, row, failure.message, failures));
  };

  // The log names a failing step by its function.
  return Object.defineProperty(reconcile, 'name', { value: job.name });
}

/**
 * Whether the node of an active job is lost. Call it at every tick, because it measures how long no lease has listed
 * the job.
 */
function isLost({ memory }: LeaderContext, jobId: string, nowMs: number): boolean {
  const listed = memory.leases.some((lease) => lease.running.some((running) => running.jobId === jobId));
  if (listed || nowMs < memory.noLossUntilMs) {
    memory.absentSince.delete(jobId);
    return false;
  }
  const since = memory.absentSince.get(jobId) ?? nowMs;
  memory.absentSince.set(jobId, since);
  return nowMs - since >= absentGraceMs;
}

/**
 * Returns the changes of a record that schedule its next try. That try is a new job, so that a late result of the old
 * job is ignored.
 */
export function nextTry({ attempt }: Tries, why: string, failures: number) {
  return { attempt: attempt + 1, failures: { increment: failures }, error: why.slice(0, 2_000) };
}

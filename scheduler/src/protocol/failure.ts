import { Type } from '@framemill/timeline/typebox';
import { maxSegmentsPerJob, StoredSegmentSchema } from './jobs/render-jobs.ts';
import { id, objectKey, parserOf, sha256, sizeBytes } from './schema.ts';

/**
 * Schema of the reason why a job ended without a result.
 * `failed`: the work itself failed; the failure is counted, and the work is tried again up to the limit.
 * `fatal`: the work would fail on every node (broken media, impossible document); it is never tried again.
 * `interrupted`: the node returned the job (it stops, drains, or lacks something it needs); the work did not fail.
 * `cancelled`: the node received a message to stop the job.
 */
const JobFailureSchema = Type.Object({
  kind: Type.Union([
    Type.Literal('failed'),
    Type.Literal('fatal'),
    Type.Literal('interrupted'),
    Type.Literal('cancelled'),
  ]),
  code: Type.String({ maxLength: 40 }),
  message: Type.String({ maxLength: 2_000 }),
  nodeId: Type.Optional(id),
  /** Hash of the source file that caused the failure, when that file is known. */
  mediaSha256: Type.Optional(sha256),
  /**
   * Keys of stored objects that were missing or damaged. With `failed`, the scheduler has these objects produced again.
   * With `interrupted`, the node's store lacks these objects of the farm; the scheduler checks whether its own store
   * has them.
   */
  missingKeys: Type.Optional(Type.Array(objectKey, { maxItems: 64 })),
  /** With `interrupted`: completed segments of a stopped range. */
  segments: Type.Optional(Type.Array(StoredSegmentSchema, { maxItems: maxSegmentsPerJob })),
  /**
   * With `interrupted`: the kernel killed the process for lack of memory. `isHigh`: the process used enough memory to
   * be the cause itself.
   */
  oom: Type.Optional(Type.Object({ residentBytes: sizeBytes, isHigh: Type.Boolean() })),
  /**
   * With `interrupted`: resource that the node, and perhaps every node, lacks until an operator provides it. It is
   * shown in the render's record.
   */
  waitsFor: Type.Optional(Type.Literal('disk')),
  /**
   * With `interrupted`: the GPU was lost during the work, or its memory cannot hold a frame of the render. An older
   * scheduler ignores this field and only tries again.
   */
  card: Type.Optional(Type.Union([Type.Literal('lost'), Type.Literal('full')])),
  /**
   * For a preview frame: the page that hung, crashed or navigated away, or the whole document when that page is not
   * known. Requests for frames with this page are refused for a while. `reason` may be shown to any account, so it
   * names no clip.
   */
  faultyPage: Type.Optional(Type.Object({ sha256, reason: Type.String({ maxLength: 500 }) })),
});
/** Reason why a job failed, as a node reports it. */
export type JobFailure = Type.Static<typeof JobFailureSchema>;
const parseJobFailure = parserOf('job failure', JobFailureSchema);

/**
 * Returns the text for the error that a job processor throws: BullMQ passes only the error's message to the scheduler.
 */
export function encodeFailure(failure: JobFailure): string {
  return JSON.stringify({ ...failure, message: storable(failure.message) });
}

/**
 * Returns a text that PostgreSQL can store: without NUL, and without half of a surrogate pair, which shortening a text
 * may leave.
 */
function storable(message: string): string {
  return message.replaceAll('\0', '').slice(0, 2_000).toWellFormed();
}

/**
 * Parses BullMQ's `failedReason`. A stalled job counts as `interrupted`, because its node is lost. Any other plain
 * text counts as `failed` with an internal error, so that an unexpected error in a node is still counted; the text
 * comes from a library and is not passed on.
 */
export function decodeFailure(failedReason: string): JobFailure {
  if (/stalled more than allowable limit/.test(failedReason)) {
    return { kind: 'interrupted', code: 'unavailable', message: 'The node stopped renewing its lock on the job.' };
  }
  if (failedReason.startsWith('{')) {
    try {
      const failure = parseJobFailure(renamed(JSON.parse(failedReason)));
      return { ...failure, message: storable(failure.message) };
    } catch {
      // Not a failure of this protocol: an error message may begin with a brace. It is counted below.
    }
  }
  const message = 'An internal error occurred on the node. See the log of the node.';
  return { kind: 'failed', code: 'internal_error', message };
}

/** Renames the field `culprit` to `faultyPage`: nodes of the previous software version still send the old name. */
function renamed(failure: unknown): unknown {
  if (typeof failure !== 'object' || failure === null || !('culprit' in failure)) return failure;
  const { culprit: faultyPage, ...rest } = failure;
  return { faultyPage, ...rest };
}

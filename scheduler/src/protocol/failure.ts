import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sha256, sizeBytes } from './fields.ts';
import { parserOf } from './parser.ts';
import { maxSegmentsPerJob, StoredSegmentSchema } from './render-range-job.ts';

/**
 * Why a job ended without a result.
 * `failed`: the work itself failed; counted, tried again up to the limit.
 * `fatal`: it would fail everywhere (broken media, impossible document): never tried again.
 * `interrupted`: the node gave it back (it stops, drains, or lost what it needs): not a failure of the work.
 * `cancelled`: the node was told to stop it.
 */
export const JobFailureSchema = Type.Object({
  kind: Type.Union([
    Type.Literal('failed'),
    Type.Literal('fatal'),
    Type.Literal('interrupted'),
    Type.Literal('cancelled'),
  ]),
  code: Type.String({ maxLength: 40 }),
  message: Type.String({ maxLength: 2_000 }),
  nodeId: Type.Optional(id),
  /** The source file that it failed on, when that is known. */
  mediaSha256: Type.Optional(sha256),
  /**
   * Stored objects that were missing or broken. `failed`: the scheduler has those made again. `interrupted`: the farm's own,
   * which the node has not in its store; the scheduler looks whether they are in its own.
   */
  missingKeys: Type.Optional(Type.Array(objectKey, { maxItems: 64 })),
  /** With `interrupted`: segments of a stopped range that were done. */
  segments: Type.Optional(Type.Array(StoredSegmentSchema, { maxItems: maxSegmentsPerJob })),
  /** With `interrupted`: the kernel ended the process for want of memory. `isHigh`: it held enough to be the reason itself. */
  oom: Type.Optional(Type.Object({ residentBytes: sizeBytes, isHigh: Type.Boolean() })),
  /** With `interrupted`: what keeps the node, and perhaps all, from doing the work until somebody mends it. Goes into the render's record. */
  waitsFor: Type.Optional(Type.Literal('disk')),
  /** With `interrupted`: the graphics card was lost while it drew, or has no room for a frame of the render. An older scheduler only tries again. */
  card: Type.Optional(Type.Union([Type.Literal('lost'), Type.Literal('full')])),
  /**
   * Of a frame: the page, or else the document, that hung, crashed or left. Whoever asks for a frame of it is refused for a while. `reason` is for callers
   * of any account: it names no clip.
   */
  faultyPage: Type.Optional(Type.Object({ sha256, reason: Type.String({ maxLength: 500 }) })),
});
/** Why a job failed, as a node reports it. */
export type JobFailure = Type.Static<typeof JobFailureSchema>;
const parseJobFailure = parserOf('job failure', JobFailureSchema);

/** Text for the error that a processor throws: BullMQ carries only the message to the scheduler. */
export function encodeFailure(failure: JobFailure): string {
  return JSON.stringify({ ...failure, message: storable(failure.message) });
}

/** What PostgreSQL takes as a text: no NUL, and no half of a character, as a cut leaves behind. */
function storable(message: string): string {
  return message.replaceAll('\0', '').slice(0, 2_000).toWellFormed();
}

/**
 * Reads BullMQ's `failedReason`. A stalled job counts as `interrupted`: its node is gone. Any other plain text is a
 * `failed` of unknown code, so that an unexpected throw in a node is still counted; the text is a library's, and stays in the queue.
 */
export function decodeFailure(failedReason: string): JobFailure {
  if (/stalled more than allowable limit/.test(failedReason)) {
    return { kind: 'interrupted', code: 'unavailable', message: 'the node stopped renewing its lock' };
  }
  if (failedReason.startsWith('{')) {
    try {
      const failure = parseJobFailure(renamed(JSON.parse(failedReason)));
      return { ...failure, message: storable(failure.message) };
    } catch {
      // Not ours: an error message may begin with a brace. It is counted below.
    }
  }
  return { kind: 'failed', code: 'internal_error', message: 'the node failed inside; its log says why' };
}

/** Nodes of the release before this one call `faultyPage` by its old name. */
function renamed(failure: unknown): unknown {
  if (typeof failure !== 'object' || failure === null || !('culprit' in failure)) return failure;
  const { culprit: faultyPage, ...rest } = failure;
  return { faultyPage, ...rest };
}

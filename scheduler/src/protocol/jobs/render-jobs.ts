import { OutputProfileSchema } from '@framemill/compositor/plan';
import { EncoderSetupSchema, PacketFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { jobIdOf } from '../queues.ts';
import {
  count,
  fingerprint,
  id,
  measure,
  objectKey,
  parserOf,
  renderJobFields,
  sha256,
  sizeBytes,
  version,
} from '../schema.ts';
import { defineJob, type JobOf, perPool, type ResultOf } from './define-job.ts';

/**
 * Maximum number of segments of one frame range. With this limit and content keys of 64 digits, the payload of a job is
 * smaller than 2 KB, or 3 KB for a smart render.
 */
export const maxSegmentsPerJob = 8;

/**
 * Schema of how a segment of a smart render is produced (`SegmentMaking`): copied from a frame of the source on, or
 * encoded to match the copied parts.
 */
const SegmentMakingSchema = Type.Union([Type.Object({ src: Type.String(), sourceFrame: count }), EncoderSetupSchema]);

const segmentFields = {
  ...{ index: count, startFrame: count, endFrame: count, contentKey: sha256 },
  /** Production details of a smart render's segment, given only to nodes whose lease has `smart`. */
  made: Type.Optional(SegmentMakingSchema),
};

const RenderRangeJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  documentKey: objectKey,
  segments: Type.Array(Type.Object(segmentFields), {
    minItems: 1,
    maxItems: maxSegmentsPerJob,
  }),
  /**
   * Nodes that return the job, because they are already running an attempt of the range. A node of an older software
   * version ignores this field and takes the job.
   */
  avoid: Type.Optional(Type.Array(id, { maxItems: 3 })),
});

/** Schema of a segment that was uploaded as `objectKeys.segment(accountId, contentKey, sha256)` and verified. */
export const StoredSegmentSchema = Type.Object({ index: count, contentKey: sha256, sha256, sizeBytes, frames: count });
/** Segment that a node uploaded: its frames, size and hash. */
export type StoredSegment = Type.Static<typeof StoredSegmentSchema>;

const RenderRangeResultSchema = Type.Object({
  segments: Type.Array(StoredSegmentSchema, { minItems: 1, maxItems: maxSegmentsPerJob }),
  nodeId: id,
  fetchMs: measure,
  renderMs: measure,
  uploadMs: measure,
});

/** Fields that all kinds of render tasks share. Every job is one attempt of a task. */
const renderTask = {
  completion: 'task',
  limits: { failures: 3 },
  id: ({ taskId, attempt }: { taskId: string; attempt: number }) => jobIdOf(taskId, attempt),
  renderId: (job: { renderId: string }) => job.renderId,
} as const;

/**
 * Kind of job for one frame range: consecutive segments, each encoded separately. Frames are output frames, end
 * excluded. The result has every segment of the job.
 */
export const renderRangeJob = defineJob({
  ...renderTask,
  name: 'frames',
  queues: perPool((pool) => `frames-${pool}`),
  parse: parserOf('render-range job', RenderRangeJobSchema),
  parseResult: parserOf('frames result', RenderRangeResultSchema),
});
/** Job that renders a range of frames as segments. */
export type RenderRangeJob = JobOf<typeof renderRangeJob>;
/** Segments of a completed range. */
export type RenderRangeResult = ResultOf<typeof renderRangeJob>;

/**
 * Kind of job for the one audio mix of a render. The mix is uploaded as `objectKeys.segment(accountId, contentKey,
 * sha256)`; `samples` is its length at 48 kHz.
 */
export const audioJob = defineJob({
  ...renderTask,
  name: 'audio',
  parse: parserOf(
    'audio job',
    Type.Object({ ...renderJobFields, fingerprint, documentKey: objectKey, contentKey: sha256 }),
  ),
  parseResult: parserOf(
    'audio result',
    Type.Object({
      ...{ sha256, sizeBytes, nodeId: id },
      samples: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
  ),
});
/** Job that mixes the audio of a render. */
export type AudioJob = JobOf<typeof audioJob>;
/** Audio mix that an audio job stored. */
export type AudioResult = ResultOf<typeof audioJob>;

/** Kind of job that muxes all segments and the audio of a render into the file at `exportKey`. */
export const stitchJob = defineJob({
  ...renderTask,
  name: 'stitch',
  parse: parserOf(
    'stitch job',
    Type.Object({ ...renderJobFields, fingerprint, manifestKey: objectKey, exportKey: objectKey }),
  ),
  parseResult: parserOf('stitch result', Type.Object({ sizeBytes, durationSec: measure, sha256, nodeId: id })),
});
/** Job that muxes the segments and the audio of a render. */
export type StitchJob = JobOf<typeof stitchJob>;
/** File that a mux job stored. */
export type StitchResult = ResultOf<typeof stitchJob>;

/**
 * Schema of a source whose own video stream becomes the output's, with the choice of audio: the source's own, the mix
 * at `audioKey`, or none.
 */
const CopySourceSchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes,
  packets: PacketFactsSchema,
  sound: Type.Union([Type.Literal('copy'), Type.Literal('mix'), Type.Literal('none')]),
});
/** Unchanged source whose packets are copied into the file. */
export type CopySource = Type.Static<typeof CopySourceSchema>;

const cues = Type.Array(
  Type.Object({ startSec: Type.Number({ minimum: 0 }), endSec: Type.Number({ minimum: 0 }), text: Type.String() }),
);

/**
 * Schema of the input of a mux, with the segments in order. It is in the object store because it grows with the length
 * of the video. `audioKey` null: no audio. With `copy`, and for a format without video, there are no segments.
 */
const StitchManifestSchema = Type.Object({
  v: version,
  profile: OutputProfileSchema,
  segments: Type.Array(Type.Object({ objectKey, frames: count })),
  /** Output frame with which the first segment begins; absent: 0. */
  firstFrame: Type.Optional(count),
  audioKey: Type.Union([objectKey, Type.Null()]),
  copy: Type.Optional(CopySourceSchema),
  texts: Type.Optional(Type.Object({ captions: Type.Optional(cues), chapters: Type.Optional(cues) })),
});
/** Input of a mux: the segments of a file in order, its audio, and its captions and chapters (`texts`). */
export type StitchManifest = Type.Static<typeof StitchManifestSchema>;
/** Parses the manifest of a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchManifest = parserOf('stitch manifest', StitchManifestSchema);

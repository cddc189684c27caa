import { OutputProfileSchema, QualityLimitsSchema, QualityReportSchema } from '@framemill/compositor/plan';
import { EncoderSetupSchema, PacketFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
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
} from './schema.ts';

/**
 * Maximum number of segments of one frame range. With 64-digit content keys this limit makes the payload smaller than 2
 * KB, and that of a smart render smaller than 3 KB.
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

/**
 * Schema of the job for one frame range: consecutive segments, each encoded separately. Frames are output frames, end
 * excluded.
 */
export const RenderRangeJobSchema = Type.Object({
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
/** Job that renders a range of frames as segments. */
export type RenderRangeJob = Type.Static<typeof RenderRangeJobSchema>;
/** Parses a render-range job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseRenderRangeJob = parserOf('render-range job', RenderRangeJobSchema);

/** Schema of a segment that was uploaded as `objectKeys.segment(accountId, contentKey, sha256)` and verified. */
export const StoredSegmentSchema = Type.Object({ index: count, contentKey: sha256, sha256, sizeBytes, frames: count });
/** Segment that a node uploaded: its frames, size and hash. */
export type StoredSegment = Type.Static<typeof StoredSegmentSchema>;

/** Schema of the result of a render-range job: every segment of the job. */
export const RenderRangeResultSchema = Type.Object({
  segments: Type.Array(StoredSegmentSchema, { minItems: 1, maxItems: maxSegmentsPerJob }),
  nodeId: id,
  fetchMs: measure,
  renderMs: measure,
  uploadMs: measure,
});
/** Segments of a completed range. */
export type RenderRangeResult = Type.Static<typeof RenderRangeResultSchema>;
/** Parses the result of a render-range job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseRenderRangeResult = parserOf('frames result', RenderRangeResultSchema);

/** Schema of the job for the one audio mix of a render. */
export const AudioJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  documentKey: objectKey,
  contentKey: sha256,
});
/** Job that mixes the audio of a render. */
export type AudioJob = Type.Static<typeof AudioJobSchema>;
/** Parses an audio job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseAudioJob = parserOf('audio job', AudioJobSchema);

/**
 * Schema of the result of an audio job: the mix, uploaded as `objectKeys.segment(accountId, contentKey, sha256)`.
 * `samples` is its length at 48 kHz.
 */
export const AudioResultSchema = Type.Object({
  sha256,
  sizeBytes,
  samples: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  nodeId: id,
});
/** Audio mix that an audio job stored. */
export type AudioResult = Type.Static<typeof AudioResultSchema>;
/** Parses the result of an audio job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseAudioResult = parserOf('audio result', AudioResultSchema);

/** Schema of the job that muxes all segments and the audio into the file at `exportKey`. */
export const StitchJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  manifestKey: objectKey,
  exportKey: objectKey,
});
/** Job that muxes the segments and the audio of a render. */
export type StitchJob = Type.Static<typeof StitchJobSchema>;
/** Parses a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchJob = parserOf('stitch job', StitchJobSchema);

/** Schema of the result of a mux (stitch) job: size, duration and hash of the exported file. */
export const StitchResultSchema = Type.Object({ sizeBytes, durationSec: measure, sha256, nodeId: id });
/** File that a mux job stored. */
export type StitchResult = Type.Static<typeof StitchResultSchema>;
/** Parses the result of a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchResult = parserOf('stitch result', StitchResultSchema);

/**
 * Schema of a source whose own video stream becomes the output's, with the choice of audio: the source's own, the mix
 * at `audioKey`, or none.
 */
export const CopySourceSchema = Type.Object({
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
export const StitchManifestSchema = Type.Object({
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

/**
 * Schema of the job that measures the finished file of a render and stores the report at
 * `objectKeys.report(renderId)`.
 */
export const ReportJobSchema = Type.Object({
  v: version,
  renderId: id,
  attempt: Type.Integer({ minimum: 1 }),
  documentKey: objectKey,
  exportKey: objectKey,
  /** Quality limits that the file must not exceed; null: none. */
  limits: Type.Union([QualityLimitsSchema, Type.Null()]),
});
/** Job that measures the finished file of a render. */
export type ReportJob = Type.Static<typeof ReportJobSchema>;
/** Parses a report job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseReportJob = parserOf('report job', ReportJobSchema);

/**
 * Schema of the result of a report job: the limits that the file exceeds, in sentences; the report itself is in the
 * store.
 */
export const ReportResultSchema = Type.Object({
  broken: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  nodeId: id,
});
/** Limits that a measured file exceeds. */
export type ReportResult = Type.Static<typeof ReportResultSchema>;
/** Parses the result of a report job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseReportResult = parserOf('report result', ReportResultSchema);

/** Parses a stored quality report. Throws `ProtocolError` when it does not match the schema. */
export const parseQualityReport = parserOf('quality report', QualityReportSchema);
/**
 * Parses the quality limits in a render's row; null: it has none. Throws `ProtocolError` when they do not match the
 * schema.
 */
export const parseLimits = parserOf('stored limits', Type.Union([QualityLimitsSchema, Type.Null()]));

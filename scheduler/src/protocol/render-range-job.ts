import { EncoderSetupSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, fingerprint, id, measure, objectKey, renderJobFields, sha256, sizeBytes } from './fields.ts';
import { parserOf } from './parser.ts';

/**
 * Maximum number of segments of one frame range. With 64-digit content keys it keeps the payload below 2 KB, that of a
 * smart render below 3 KB.
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
  /** Nodes that return the job, because they already try the range. An older node takes it all the same. */
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

/** Schema of the result: every segment of the job. */
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

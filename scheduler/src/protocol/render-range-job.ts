import { EncoderSetupSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, fingerprint, id, measure, objectKey, renderJobFields, sha256, sizeBytes } from './fields.ts';
import { parserOf } from './parser.ts';

/** Most segments of one frame range; with 64-digit content keys that keeps the payload below 2 KB, that of a smart render below 3 KB. */
export const maxSegmentsPerJob = 8;

/** How a segment of a smart render is made (`SegmentMaking`): copied from a source's picture on, or encoded to stand beside copies. */
const SegmentMakingSchema = Type.Union([Type.Object({ src: Type.String(), sourceFrame: count }), EncoderSetupSchema]);

const segmentFields = {
  ...{ index: count, startFrame: count, endFrame: count, contentKey: sha256 },
  /** Given only to nodes whose lease says `smart`. */
  made: Type.Optional(SegmentMakingSchema),
};

/** Work order for one frame range: consecutive segments, each encoded on its own. Frames are output frames, end excluded. */
export const RenderRangeJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  documentKey: objectKey,
  segments: Type.Array(Type.Object(segmentFields), {
    minItems: 1,
    maxItems: maxSegmentsPerJob,
  }),
  /** Nodes that hand it back: those that try it already. An older node takes it all the same. */
  avoid: Type.Optional(Type.Array(id, { maxItems: 3 })),
});
/** A job: render a range of frames as segments. */
export type RenderRangeJob = Type.Static<typeof RenderRangeJobSchema>;
/** Reads a job for a range of frames from JSON. Throws when it is none. */
export const parseRenderRangeJob = parserOf('render-range job', RenderRangeJobSchema);

/** A segment, uploaded as `objectKeys.segment(accountId, contentKey, sha256)` and verified. */
export const StoredSegmentSchema = Type.Object({ index: count, contentKey: sha256, sha256, sizeBytes, frames: count });
/** A segment that a node uploaded: its frames, size and hash. */
export type StoredSegment = Type.Static<typeof StoredSegmentSchema>;

/** Answer: every segment of the order. */
export const RenderRangeResultSchema = Type.Object({
  segments: Type.Array(StoredSegmentSchema, { minItems: 1, maxItems: maxSegmentsPerJob }),
  nodeId: id,
  fetchMs: measure,
  renderMs: measure,
  uploadMs: measure,
});
/** The segments of a finished range. */
export type RenderRangeResult = Type.Static<typeof RenderRangeResultSchema>;
/** Reads the result of a range of frames from JSON. Throws when it is none. */
export const parseRenderRangeResult = parserOf('frames result', RenderRangeResultSchema);

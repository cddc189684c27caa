import { MOST_SHEET_IMAGES } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';
import { PreviewSourcesSchema } from './preview-proxy.ts';

const seconds = Type.Number({ minimum: 0 });

/**
 * Work order for one picture of a document, or for a contact sheet where `atSec` is a list. `scale` is relative to the document's size, that of a
 * sheet's pictures too.
 */
export const PreviewFrameJobSchema = Type.Object({
  v: version,
  requestId: id,
  documentKey: objectKey,
  atSec: Type.Union([seconds, Type.Array(seconds, { minItems: 1, maxItems: MOST_SHEET_IMAGES })]),
  image: Type.Union([Type.Literal('jpeg'), Type.Literal('png')]),
  scale: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  outKey: objectKey,
  /** Channel to send the picture to in place of putting it at `outKey`; absent: it is put there. */
  sendTo: Type.Optional(Type.String({ pattern: '^fm:pictures:[0-9a-f-]{36}$' })),
});
/** A job: draw one frame, or a sheet of frames, for a preview. */
export type PreviewFrameJob = Type.Static<typeof PreviewFrameJobSchema>;
/** Reads a preview-frame job from JSON. Throws when it is none. */
export const parsePreviewFrameJob = parserOf('preview-preview-frame job', PreviewFrameJobSchema);

/** Answer: the picture lies at `outKey` unless it was `sent`; `timeSec` is the time of the frame that was drawn, of a sheet that of its first one. */
export const PreviewFrameResultSchema = Type.Object({
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  timeSec: Type.Number({ minimum: 0 }),
  sizeBytes,
  sent: Type.Optional(Type.Boolean()),
});
/** The picture that a preview-frame job stored. */
export type PreviewFrameResult = Type.Static<typeof PreviewFrameResultSchema>;
/** Reads the result of a preview-frame job from JSON. Throws when it is none. */
export const parsePreviewFrameResult = parserOf('frame result', PreviewFrameResultSchema);

/** The document of a frame request as it lies in the object store. */
export const FrameSnapshotSchema = Type.Object({
  v: version,
  document: Type.Record(Type.String(), Type.Unknown()),
  media: PreviewSourcesSchema,
});
/** The document and the sources that a frame is drawn from. */
export type FrameSnapshot = Type.Static<typeof FrameSnapshotSchema>;
/** Reads the snapshot of a preview-frame job from JSON. Throws when it is none. */
export const parseFrameSnapshot = parserOf('frame snapshot', FrameSnapshotSchema);

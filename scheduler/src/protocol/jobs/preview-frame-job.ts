import { MOST_SHEET_IMAGES } from '@framemill/compositor/plan';
import { Type } from '@framemill/timeline/typebox';
import { sharedJobId } from '../queues.ts';
import { id, objectKey, parserOf, sizeBytes, version } from '../schema.ts';
import { defineJob, type JobOf, perPool, type ResultOf } from './define-job.ts';
import { PreviewSourcesSchema } from './media-jobs.ts';

const seconds = Type.Number({ minimum: 0 });

/**
 * Schema of the job for one image of a document, or for a contact sheet when `atSec` is a list. `scale` is relative to
 * the document's size, also for the images of a sheet.
 */
const PreviewFrameJobSchema = Type.Object({
  v: version,
  requestId: id,
  documentKey: objectKey,
  atSec: Type.Union([seconds, Type.Array(seconds, { minItems: 1, maxItems: MOST_SHEET_IMAGES })]),
  image: Type.Union([Type.Literal('jpeg'), Type.Literal('png')]),
  scale: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  outKey: objectKey,
  /** Channel to which the image is sent instead of being stored at `outKey`; absent: it is stored. */
  sendTo: Type.Optional(Type.String({ pattern: '^fm:pictures:[0-9a-f-]{36}$' })),
});
/**
 * Schema of the result of a preview-frame job. The image is stored at `outKey` unless it was `sent`. `timeSec` is the
 * time of the rendered frame, for a contact sheet the time of its first frame.
 */
const PreviewFrameResultSchema = Type.Object({
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  timeSec: Type.Number({ minimum: 0 }),
  sizeBytes,
  sent: Type.Optional(Type.Boolean()),
});

/**
 * Kind of job that renders one frame, or a contact sheet of frames, for a preview. Nodes with a browser serve the queue
 * of documents with html clips; every node serves the other queue.
 */
export const previewFrameJob = defineJob({
  name: 'frame',
  queues: perPool((pool) => (pool === 'html' ? 'preview-html' : 'preview')),
  completion: 'caller',
  limits: { attempts: 1 },
  parse: parserOf('preview-frame job', PreviewFrameJobSchema),
  parseResult: parserOf('frame result', PreviewFrameResultSchema),
  id: ({ requestId }: { requestId: string }) => sharedJobId('frame', requestId),
});
/** Job that renders one frame, or a contact sheet of frames, for a preview. */
export type PreviewFrameJob = JobOf<typeof previewFrameJob>;
/** Image that a preview-frame job produced. */
export type PreviewFrameResult = ResultOf<typeof previewFrameJob>;

/** Schema of the document of a frame request, as it is stored in the object store. */
const FrameSnapshotSchema = Type.Object({
  v: version,
  document: Type.Record(Type.String(), Type.Unknown()),
  media: PreviewSourcesSchema,
});
/** Document and sources from which a frame is rendered. */
export type FrameSnapshot = Type.Static<typeof FrameSnapshotSchema>;
/** Parses the snapshot of a preview-frame job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseFrameSnapshot = parserOf('frame snapshot', FrameSnapshotSchema);

/**
 * Maximum size in bytes of an image that a node sends directly to the requesting process; larger images go through the
 * object store.
 */
export const mostSentBytes = 4 * 1024 * 1024;

/** Finished image that a node sends to the process that requested it. */
export interface SentFrame {
  readonly requestId: string;
  readonly result: PreviewFrameResult;
  /** Bytes of the whole image file. */
  readonly data: Buffer;
}

const parseHead = parserOf('picture', Type.Object({ requestId: id, result: PreviewFrameResultSchema }));

/** Encodes an image as one message: a line of JSON, then the bytes of the image file. */
export function encodeSentFrame({ requestId, result, data }: SentFrame): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ requestId, result })}\n`), data]);
}

/** Decodes a message of `encodeSentFrame`. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function decodeSentFrame(message: Buffer): SentFrame {
  const end = message.indexOf('\n');
  const head = parseHead(JSON.parse(message.subarray(0, Math.max(0, end)).toString('utf8')));
  return { ...head, data: message.subarray(end + 1) };
}

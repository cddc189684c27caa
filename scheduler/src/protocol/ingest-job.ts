import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, id, objectKey, version } from './fields.ts';
import { parserOf } from './parser.ts';
import { PreviewProxySchema } from './preview-proxy.ts';
import { type IngestPart, ingestParts } from './queues.ts';

const positive = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/**
 * Schema of the job for one part of a media file's ingest, after its probe. `picture`: poster, preview proxy and
 * filmstrip; `sound`: analysis, waveform and peaks.
 */
export const IngestJobSchema = Type.Object({
  v: version,
  mediaId: id,
  accountId: id,
  part: Type.Union([Type.Literal('sound'), Type.Literal('picture')]),
  attempt: Type.Integer({ minimum: 1 }),
  objectKey,
  facts: MediaFactsSchema,
});
/** Job that produces one part of a media file's ingest. */
export type IngestJob = Type.Static<typeof IngestJobSchema>;
/** Parses an ingest job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseIngestJob = parserOf('ingest job', IngestJobSchema);

/**
 * Filmstrip of a video: thumbnails in one JPEG in the object store, row by row. Number n (from 0) shows the time n *
 * `intervalSec`.
 */
export const FilmstripSchema = Type.Object({
  objectKey,
  columns: positive,
  tiles: positive,
  tileWidth: positive,
  tileHeight: positive,
  intervalSec: Type.Number({ exclusiveMinimum: 0 }),
});

/**
 * Peak samples of an audio stream at several zoom levels, one byte each, in one file of the object store; the coarsest
 * level first.
 */
export const PeaksSchema = Type.Object({
  objectKey,
  levels: Type.Array(Type.Object({ peaksPerSec: Type.Number({ exclusiveMinimum: 0 }), offsetBytes: count, count }), {
    maxItems: 16,
  }),
});

/**
 * Schema of the result: the objects that are stored now. Null: not part of this job, or not applicable to this kind of
 * file.
 */
export const IngestResultSchema = Type.Object({
  poster: Type.Union([Type.Object({ objectKey, width: count, height: count }), Type.Null()]),
  proxy: Type.Union([PreviewProxySchema, Type.Null()]),
  analysisKey: Type.Union([objectKey, Type.Null()]),
  waveformKey: Type.Union([objectKey, Type.Null()]),
  /** Filmstrip of the video; absent when an earlier software version produced the result. */
  filmstrip: Type.Optional(Type.Union([FilmstripSchema, Type.Null()])),
  peaks: Type.Optional(Type.Union([PeaksSchema, Type.Null()])),
  nodeId: id,
});
/** Objects that an ingest job produced. */
export type IngestResult = Type.Static<typeof IngestResultSchema>;
/** Parses the result of an ingest job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseIngestResult = parserOf('ingest result', IngestResultSchema);

/** Returns the ingest parts of a media file; none for files without video, image or audio. */
export function ingestPartsOf(facts: { kind: string; hasAudio: boolean }): IngestPart[] {
  return ingestParts.filter((part) => (part === 'sound' ? facts.hasAudio : ['video', 'image'].includes(facts.kind)));
}

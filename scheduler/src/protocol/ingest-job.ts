import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, id, objectKey, version } from './fields.ts';
import { parserOf } from './parser.ts';
import { PreviewProxySchema } from './preview-proxy.ts';
import { type IngestPart, ingestParts } from './queues.ts';

const positive = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/**
 * Work order for one part of what is made of a media file after its probe. `picture`: poster, preview proxy and filmstrip;
 * `sound`: analysis, waveform and peaks.
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
/** A job: make a proxy, thumbnails or an analysis of a media file. */
export type IngestJob = Type.Static<typeof IngestJobSchema>;
/** Reads an ingest job from JSON. Throws when it is none. */
export const parseIngestJob = parserOf('ingest job', IngestJobSchema);

/** Thumbnails of a video in one JPEG, row by row, in the object store: number n (from 0) shows the moment n * `intervalSec`. */
export const FilmstripSchema = Type.Object({
  objectKey,
  columns: positive,
  tiles: positive,
  tileWidth: positive,
  tileHeight: positive,
  intervalSec: Type.Number({ exclusiveMinimum: 0 }),
});

/** The largest samples of a sound at several zooms, one byte each, in one file of the object store; coarsest first. */
export const PeaksSchema = Type.Object({
  objectKey,
  levels: Type.Array(Type.Object({ peaksPerSec: Type.Number({ exclusiveMinimum: 0 }), offsetBytes: count, count }), {
    maxItems: 16,
  }),
});

/** Answer: what lies in the store now. Null: not of this part, or not for this kind of file. */
export const IngestResultSchema = Type.Object({
  poster: Type.Union([Type.Object({ objectKey, width: count, height: count }), Type.Null()]),
  proxy: Type.Union([PreviewProxySchema, Type.Null()]),
  analysisKey: Type.Union([objectKey, Type.Null()]),
  waveformKey: Type.Union([objectKey, Type.Null()]),
  /** Absent where an earlier release made the rest. */
  filmstrip: Type.Optional(Type.Union([FilmstripSchema, Type.Null()])),
  peaks: Type.Optional(Type.Union([PeaksSchema, Type.Null()])),
  nodeId: id,
});
/** What an ingest job made. */
export type IngestResult = Type.Static<typeof IngestResultSchema>;
/** Reads the result of an ingest job from JSON. Throws when it is none. */
export const parseIngestResult = parserOf('ingest result', IngestResultSchema);

/** Which parts a media file has; none for files that are neither seen nor heard. */
export function ingestPartsOf(facts: { kind: string; hasAudio: boolean }): IngestPart[] {
  return ingestParts.filter((part) => (part === 'sound' ? facts.hasAudio : ['video', 'image'].includes(facts.kind)));
}

import { OutputProfileSchema } from '@framemill/compositor/plan';
import type { MediaFacts } from '@framemill/timeline';
import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { objectKey, parserOf, version } from './schema.ts';

/**
 * Parses the metadata of a media file from JSON. Throws `ProtocolError` when the metadata does not match the schema.
 */
export const parseMediaFacts = parserOf('media facts', MediaFactsSchema);

/** Schema of a stored source: its object key and its media facts. */
const StoredMediaSchema = Type.Object({ objectKey, facts: MediaFactsSchema });
/** Media file in the object store, with its metadata (for example duration and size). */
export type StoredMedia = Type.Static<typeof StoredMediaSchema>;

/** Schema of a document's sources: clip `src` -> its stored media. */
const MediaSourcesSchema = Type.Record(Type.String(), StoredMediaSchema);
/** Stored media of a document, by the `src` of its clips. */
export type MediaSources = Type.Static<typeof MediaSourcesSchema>;

/** Returns the metadata of a document's media files, by the `src` of the clips, without the object keys. */
export function factsOf(media: MediaSources): Record<string, MediaFacts> {
  return Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
}

/**
 * Schema of the input of a render, which is stored at `objectKeys.document(renderId)` when the render is admitted.
 * `document` is a document that timeline's `parseDocument` accepts. The engine fingerprint is not part of the input: it
 * is in the job.
 */
const RenderSnapshotSchema = Type.Object({
  v: version,
  document: Type.Record(Type.String(), Type.Unknown()),
  profile: OutputProfileSchema,
  fontSet: Type.String({ minLength: 1 }),
  media: MediaSourcesSchema,
});
/** Document of a render as it was when the render was admitted, with its output profile and sources. */
export type RenderSnapshot = Type.Static<typeof RenderSnapshotSchema>;
/** Parses the snapshot of a render from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseRenderSnapshot = parserOf('render snapshot', RenderSnapshotSchema);

import type { MediaFacts } from '@framemill/timeline';
import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { objectKey } from './fields.ts';
import { parserOf } from './parser.ts';

/** Parses the facts of a media file from JSON. Throws `ProtocolError` when they do not match the schema. */
export const parseMediaFacts = parserOf('media facts', MediaFactsSchema);

/** Schema of a stored source: its object key and its media facts. */
export const StoredMediaSchema = Type.Object({ objectKey, facts: MediaFactsSchema });
/** Media file in the object store, with its facts. */
export type StoredMedia = Type.Static<typeof StoredMediaSchema>;

/** Schema of a document's sources: clip `src` -> its stored media. */
export const MediaSourcesSchema = Type.Record(Type.String(), StoredMediaSchema);
/** Stored media of a document, by the `src` of its clips. */
export type MediaSources = Type.Static<typeof MediaSourcesSchema>;

/** Returns the media facts of a document, by the `src` of its clips, without their object keys. */
export function factsOf(media: MediaSources): Record<string, MediaFacts> {
  return Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
}

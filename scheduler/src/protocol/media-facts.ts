import type { MediaFacts } from '@framemill/timeline';
import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { objectKey } from './fields.ts';
import { parserOf } from './parser.ts';

/** Reads the facts of a media file from JSON. Throws when they are none. */
export const parseMediaFacts = parserOf('media facts', MediaFactsSchema);

/** Where the bytes of a source lie and what is known about them. */
export const StoredMediaSchema = Type.Object({ objectKey, facts: MediaFactsSchema });
/** A media file in the object store, with its facts. */
export type StoredMedia = Type.Static<typeof StoredMediaSchema>;

/** Clip `src` -> its stored media. */
export const MediaSourcesSchema = Type.Record(Type.String(), StoredMediaSchema);
/** The stored media of a document, by the `src` of its clips. */
export type MediaSources = Type.Static<typeof MediaSourcesSchema>;

/** What is known about the media of a document, by the `src` of its clips: without where their bytes lie. */
export function factsOf(media: MediaSources): Record<string, MediaFacts> {
  return Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
}

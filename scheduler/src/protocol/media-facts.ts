import { Type } from '@framemill/timeline/typebox';
import { objectKey, sha256 } from './fields.ts';
import { parserOf } from './parser.ts';

const size = Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]);

/** What is known of packets that may be copied into an output. Same shape as timeline's `PacketFacts`. */
export const PacketFactsSchema = Type.Object({
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  frames: Type.Integer({ minimum: 1 }),
  pictureBytes: Type.Integer({ minimum: 0 }),
  delay: Type.Integer({ minimum: 0 }),
  soundFits: Type.Boolean(),
});

const second = Type.Number({ minimum: 0 });

/** What reaching the pictures of a video costs. Same shape as timeline's `SeekFacts`; nodes and rows of earlier releases have none. */
const SeekFactsSchema = Type.Object({
  pixels: Type.Number({ minimum: 0 }),
  outOfReach: Type.Array(Type.Object({ fromSec: second, toSec: Type.Union([second, Type.Null()]) }), { maxItems: 16 }),
});

const FontFactsSchema = Type.Object({
  family: Type.String({ minLength: 1, maxLength: 200 }),
  weight: Type.Integer({ minimum: 100, maximum: 900 }),
  italic: Type.Boolean(),
});

/** What a probe found out about a source file. Same shape as timeline's `MediaFacts`; null = does not apply. */
export const MediaFactsSchema = Type.Object({
  kind: Type.Enum(['video', 'audio', 'image', 'lut', 'subtitle', 'font']),
  sha256,
  mimeType: Type.String({ minLength: 1, maxLength: 127 }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  width: size,
  height: size,
  durationSec: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  fps: size,
  hasAudio: Type.Boolean(),
  hasAlpha: Type.Optional(Type.Boolean()),
  font: Type.Optional(FontFactsSchema),
  packets: Type.Optional(PacketFactsSchema),
  seek: Type.Optional(SeekFactsSchema),
});
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

import { OutputProfileSchema } from '@framemill/compositor/output-profile';
import { PacketFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, fingerprint, id, measure, objectKey, renderJobFields, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Work order for joining all segments and the audio into the file at `exportKey`. */
export const StitchJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  manifestKey: objectKey,
  exportKey: objectKey,
});
/** A job: join the segments and the sound of a render. */
export type StitchJob = Type.Static<typeof StitchJobSchema>;
/** Reads a stitch job from JSON. Throws when it is none. */
export const parseStitchJob = parserOf('stitch job', StitchJobSchema);

/** Answer: the export's facts. */
export const StitchResultSchema = Type.Object({ sizeBytes, durationSec: measure, sha256, nodeId: id });
/** The file that a stitch job stored. */
export type StitchResult = Type.Static<typeof StitchResultSchema>;
/** Reads the result of a stitch job from JSON. Throws when it is none. */
export const parseStitchResult = parserOf('stitch result', StitchResultSchema);

/** A source whose own pictures are the output's, and which sound goes with them: its own, the mix at `audioKey`, or none. */
export const CopySourceSchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes,
  packets: PacketFactsSchema,
  sound: Type.Union([Type.Literal('copy'), Type.Literal('mix'), Type.Literal('none')]),
});
/** An untouched source whose packets go into the file as they are. */
export type CopySource = Type.Static<typeof CopySourceSchema>;

const cues = Type.Array(
  Type.Object({ startSec: Type.Number({ minimum: 0 }), endSec: Type.Number({ minimum: 0 }), text: Type.String() }),
);

/** What a stitch joins, in order. Lies in the object store because it grows with the film. `audioKey` null: no sound. With `copy`, and for a format without pictures, there are no segments. */
export const StitchManifestSchema = Type.Object({
  v: version,
  profile: OutputProfileSchema,
  segments: Type.Array(Type.Object({ objectKey, frames: count })),
  /** The output's frame that the first segment begins with; absent: 0. */
  firstFrame: Type.Optional(count),
  audioKey: Type.Union([objectKey, Type.Null()]),
  copy: Type.Optional(CopySourceSchema),
  texts: Type.Optional(Type.Object({ captions: Type.Optional(cues), chapters: Type.Optional(cues) })),
});
/** The segments of a file in order, with their hashes. */
export type StitchManifest = Type.Static<typeof StitchManifestSchema>;
/** Reads the manifest of a stitch job from JSON. Throws when it is none. */
export const parseStitchManifest = parserOf('stitch manifest', StitchManifestSchema);

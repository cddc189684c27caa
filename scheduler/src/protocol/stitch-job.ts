import { OutputProfileSchema } from '@framemill/compositor/output-profile';
import { PacketFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { count, fingerprint, id, measure, objectKey, renderJobFields, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Schema of the job that muxes all segments and the audio into the file at `exportKey`. */
export const StitchJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  manifestKey: objectKey,
  exportKey: objectKey,
});
/** Job that muxes the segments and the audio of a render. */
export type StitchJob = Type.Static<typeof StitchJobSchema>;
/** Parses a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchJob = parserOf('stitch job', StitchJobSchema);

/** Schema of the result: size, duration and hash of the exported file. */
export const StitchResultSchema = Type.Object({ sizeBytes, durationSec: measure, sha256, nodeId: id });
/** File that a mux job stored. */
export type StitchResult = Type.Static<typeof StitchResultSchema>;
/** Parses the result of a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchResult = parserOf('stitch result', StitchResultSchema);

/**
 * Schema of a source whose own video stream becomes the output's, with the choice of audio: its own, the mix at
 * `audioKey`, or none.
 */
export const CopySourceSchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes,
  packets: PacketFactsSchema,
  sound: Type.Union([Type.Literal('copy'), Type.Literal('mix'), Type.Literal('none')]),
});
/** Unchanged source whose packets are copied into the file. */
export type CopySource = Type.Static<typeof CopySourceSchema>;

const cues = Type.Array(
  Type.Object({ startSec: Type.Number({ minimum: 0 }), endSec: Type.Number({ minimum: 0 }), text: Type.String() }),
);

/**
 * Schema of the input of a mux, in order. It is in the object store because it grows with the length of the video.
 * `audioKey` null: no audio. With `copy`, and for a format without video, there are no segments.
 */
export const StitchManifestSchema = Type.Object({
  v: version,
  profile: OutputProfileSchema,
  segments: Type.Array(Type.Object({ objectKey, frames: count })),
  /** Output frame with which the first segment begins; absent: 0. */
  firstFrame: Type.Optional(count),
  audioKey: Type.Union([objectKey, Type.Null()]),
  copy: Type.Optional(CopySourceSchema),
  texts: Type.Optional(Type.Object({ captions: Type.Optional(cues), chapters: Type.Optional(cues) })),
});
/** Input of a mux: the segments of a file in order, its audio and its texts. */
export type StitchManifest = Type.Static<typeof StitchManifestSchema>;
/** Parses the manifest of a mux (stitch) job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseStitchManifest = parserOf('stitch manifest', StitchManifestSchema);

import { Type } from 'typebox';
import { count, fingerprint, id, measure, objectKey, renderJobFields, sha256, version } from './fields.ts';
import { parserOf } from './parser.ts';
import { OutputProfileSchema } from './profile.ts';

/** Work order for joining all segments and the audio into the file at `exportKey`. */
export const StitchJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  manifestKey: objectKey,
  exportKey: objectKey,
});
export type StitchJob = Type.Static<typeof StitchJobSchema>;
export const parseStitchJob = parserOf('stitch job', StitchJobSchema);

/** Answer: the export's facts. */
export const StitchResultSchema = Type.Object({ sizeBytes: count, durationSec: measure, sha256, nodeId: id });
export type StitchResult = Type.Static<typeof StitchResultSchema>;
export const parseStitchResult = parserOf('stitch result', StitchResultSchema);

/** What a stitch joins, in order. Lies in the object store because it grows with the film. `audioKey` null: no sound. */
export const StitchManifestSchema = Type.Object({
  v: version,
  profile: OutputProfileSchema,
  segments: Type.Array(Type.Object({ objectKey, frames: count }), { minItems: 1 }),
  audioKey: Type.Union([objectKey, Type.Null()]),
});
export type StitchManifest = Type.Static<typeof StitchManifestSchema>;
export const parseStitchManifest = parserOf('stitch manifest', StitchManifestSchema);

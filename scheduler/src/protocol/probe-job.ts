import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Schema of the job that probes an uploaded file. A file that is not usable media fails with kind `fatal`. */
export const ProbeJobSchema = Type.Object({
  v: version,
  mediaId: id,
  objectKey,
  /** Hash of the file. With hash and size, the node caches the file for its ingest. Absent: an older scheduler. */
  sha256: Type.Optional(sha256),
  sizeBytes: Type.Optional(sizeBytes),
});
/** Job that determines the media facts of a stored file. */
export type ProbeJob = Type.Static<typeof ProbeJobSchema>;
/** Parses a probe job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseProbeJob = parserOf('probe job', ProbeJobSchema);

/** Schema of the result of a probe. */
export const ProbeResultSchema = Type.Object({ facts: MediaFactsSchema });
/** Media facts that a probe determined. */
export type ProbeResult = Type.Static<typeof ProbeResultSchema>;
/** Parses the result of a probe from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseProbeResult = parserOf('probe result', ProbeResultSchema);

import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Work order for looking into an uploaded file. A file that is no usable media fails with kind `fatal`. */
export const ProbeJobSchema = Type.Object({
  v: version,
  mediaId: id,
  objectKey,
  /** Hash and size of the file: with both, the node keeps it for its ingest. Absent: an older scheduler. */
  sha256: Type.Optional(sha256),
  sizeBytes: Type.Optional(sizeBytes),
});
/** A job: find out what a stored file is. */
export type ProbeJob = Type.Static<typeof ProbeJobSchema>;
/** Reads a probe job from JSON. Throws when it is none. */
export const parseProbeJob = parserOf('probe job', ProbeJobSchema);

/** What a probe found. */
export const ProbeResultSchema = Type.Object({ facts: MediaFactsSchema });
/** What a probe found. */
export type ProbeResult = Type.Static<typeof ProbeResultSchema>;
/** Reads the result of a probe from JSON. Throws when it is none. */
export const parseProbeResult = parserOf('probe result', ProbeResultSchema);

import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, version } from './fields.ts';
import { MediaFactsSchema } from './media-facts.ts';
import { parserOf } from './parser.ts';

/** Work order for looking into an uploaded file. A file that is no usable media fails with kind `fatal`. */
export const ProbeJobSchema = Type.Object({ v: version, mediaId: id, objectKey });
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

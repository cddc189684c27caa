import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, version } from './fields.ts';
import { MediaFactsSchema } from './media-facts.ts';
import { parserOf } from './parser.ts';

/** Work order for looking into an uploaded file. A file that is no usable media fails with kind `fatal`. */
export const ProbeJobSchema = Type.Object({ v: version, mediaId: id, objectKey });
export type ProbeJob = Type.Static<typeof ProbeJobSchema>;
export const parseProbeJob = parserOf('probe job', ProbeJobSchema);

export const ProbeResultSchema = Type.Object({ facts: MediaFactsSchema });
export type ProbeResult = Type.Static<typeof ProbeResultSchema>;
export const parseProbeResult = parserOf('probe result', ProbeResultSchema);

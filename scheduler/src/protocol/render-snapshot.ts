import { OutputProfileSchema } from '@framemill/compositor/output-profile';
import { Type } from '@framemill/timeline/typebox';
import { version } from './fields.ts';
import { MediaSourcesSchema } from './media-facts.ts';
import { parserOf } from './parser.ts';

/**
 * Schema of the input of a render, frozen at its admission and stored at `objectKeys.document(renderId)`. `document`
 * is a document that timeline's `parseDocument` accepts. The engine fingerprint is not part of it: it is in the job.
 */
export const RenderSnapshotSchema = Type.Object({
  v: version,
  document: Type.Record(Type.String(), Type.Unknown()),
  profile: OutputProfileSchema,
  fontSet: Type.String({ minLength: 1 }),
  media: MediaSourcesSchema,
});
/** Frozen document of a render with its profile and sources. */
export type RenderSnapshot = Type.Static<typeof RenderSnapshotSchema>;
/** Parses the snapshot of a render from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseRenderSnapshot = parserOf('render snapshot', RenderSnapshotSchema);

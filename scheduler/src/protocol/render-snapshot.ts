import { OutputProfileSchema } from '@framemill/compositor/output-profile';
import { Type } from '@framemill/timeline/typebox';
import { version } from './fields.ts';
import { MediaSourcesSchema } from './media-facts.ts';
import { parserOf } from './parser.ts';

/**
 * What a render renders, frozen when it was admitted; lies at `objectKeys.document(renderId)`. `document` is a document
 * that timeline's `parseDocument` accepts. The engine fingerprint is not part of it: the job says which one is meant.
 */
export const RenderSnapshotSchema = Type.Object({
  v: version,
  document: Type.Record(Type.String(), Type.Unknown()),
  profile: OutputProfileSchema,
  fontSet: Type.String({ minLength: 1 }),
  media: MediaSourcesSchema,
});
/** The frozen document of a render with its profile and sources. */
export type RenderSnapshot = Type.Static<typeof RenderSnapshotSchema>;
/** Reads the snapshot of a render from JSON. Throws when it is none. */
export const parseRenderSnapshot = parserOf('render snapshot', RenderSnapshotSchema);

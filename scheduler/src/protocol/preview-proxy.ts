import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { objectKey, sha256 } from './fields.ts';

/** Schema of a preview proxy: a smaller copy of a video, produced at its ingest. Size in pixels. */
export const PreviewProxySchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes: Type.Integer({ minimum: 1 }),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
});
/** Preview proxy of a video in the object store. */
export type StoredProxy = Type.Static<typeof PreviewProxySchema>;

/**
 * Schema of a preview's sources: clip `src` -> its stored media, with the proxy if it has one. For previews only:
 * renders never use proxies.
 */
export const PreviewSourcesSchema = Type.Record(
  Type.String(),
  Type.Object({ objectKey, facts: MediaFactsSchema, proxy: Type.Optional(PreviewProxySchema) }),
);
/** Stored media of a preview, with the proxies that may be decoded instead. */
export type PreviewSources = Type.Static<typeof PreviewSourcesSchema>;

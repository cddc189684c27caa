import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { objectKey, sha256 } from './fields.ts';

/** A smaller copy of a video for previews, made when it was ingested. Size in pixels. */
export const PreviewProxySchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes: Type.Integer({ minimum: 1 }),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
});
/** A small copy of a video for previews, in the object store. */
export type StoredProxy = Type.Static<typeof PreviewProxySchema>;

/** Clip `src` -> its stored media, with the proxy where there is one. For previews only: renders know no proxies. */
export const PreviewSourcesSchema = Type.Record(
  Type.String(),
  Type.Object({ objectKey, facts: MediaFactsSchema, proxy: Type.Optional(PreviewProxySchema) }),
);
/** The stored media of a preview, with the proxies that may be shown instead. */
export type PreviewSources = Type.Static<typeof PreviewSourcesSchema>;

import type { Document } from '@framemill/timeline';
import { followMedia, followsMedia } from '@framemill/timeline/variables';
import { isUsable, resolveSources, type SourceDeps } from './resolve-sources.ts';

/**
 * The document as it is rendered with the account's media: clips that last as long as it does have its length, and later ones follow.
 * A source that cannot be used changes nothing: whoever needs it says so. Throws `invalid_request` for media without a length.
 */
export async function withMediaLengths(deps: SourceDeps, accountId: string, document: Document): Promise<Document> {
  const named = document.clips.filter(followsMedia).map(({ src }) => src);
  if (named.length === 0) return document;
  const sources = await resolveSources(deps, accountId, named);
  return followMedia(document, (src) => {
    const source = sources.get(src);
    return source !== undefined && isUsable(source) ? source.facts : null;
  });
}

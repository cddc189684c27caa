import type { Document } from '@framemill/timeline';
import { followMedia, followsMedia } from '@framemill/timeline/variables';
import { isUsable, resolveSources, type SourceDeps } from './resolve-sources.ts';

/**
 * Returns the document with clip lengths taken from the account's media. Clips that last as long as their media get
 * its length, and later clips move accordingly. A source that cannot be used changes nothing here: the check that
 * needs the source reports it. Throws `invalid_request` for media without a length.
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

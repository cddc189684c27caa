import type { Document } from '@framemill/timeline/rendering';
import { followMedia, followsMedia, placeholdersOf } from '@framemill/timeline/variables';
import { findSources, type SourceFinder, sourcesOfClips } from './find-sources.ts';

/**
 * Sets the lengths of clips that last as long as their media, by probing those files. A clip whose source is a variable
 * without a value keeps its length. Throws `FramemillError` for a file that is missing or has no length.
 */
export async function withMediaLengths(document: Document, finder: SourceFinder): Promise<Document> {
  const fields = new Set(
    document.clips.flatMap((clip, index) => {
      return followsMedia(clip) && placeholdersOf(clip.src).length === 0 ? [`clips[${index}].src`] : [];
    }),
  );
  if (fields.size === 0) return document;
  const uses = sourcesOfClips(document).filter(({ field }) => fields.has(field));
  const { media, faults } = await findSources(uses, finder);
  const [fault] = faults;
  if (fault) throw fault;
  return followMedia(document, (src) => media[src]?.facts ?? null);
}

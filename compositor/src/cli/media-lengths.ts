import type { Document } from '@framemill/timeline/rendering';
import { followMedia, followsMedia, placeholdersOf } from '@framemill/timeline/variables';
import { findSources, type SourceFinder, sourcesOfClips } from './find-sources.ts';

/**
 * The document with the lengths of its media where clips last as long as theirs. Reads those files. What a variable stands for is not
 * known while it has no value: such a clip keeps its length. Throws FramemillError for a file that is missing or has no length.
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

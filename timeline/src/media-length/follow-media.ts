import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { withoutMediaLength } from '../edit/without-media-length.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { mediaLengthSec } from './media-length.ts';
import { rippleLengths } from './ripple-lengths.ts';

/** Whether the clip's length follows its media. */
export function followsMedia({ durationFrom }: Clip): boolean {
  return durationFrom === 'media';
}

/**
 * Resolves clip lengths that follow the media, as for a render with this media.
 * Each such clip gets the length of its media as a number, and later clips move with its end (`rippleLengths`). A clip
 * whose source `media` does not know keeps its current number. Returns the document itself when it has no such clip.
 * Throws `invalid_request` with the `clipId` for media without a length.
 */
export function followMedia(document: Document, media: MediaLookup): Document {
  if (!document.clips.some(followsMedia)) return document;
  const lengths = new Map<string, number>();
  const known = document.clips.map((clip) => {
    const facts = followsMedia(clip) ? media(clip.src) : null;
    if (facts === null) return clip;
    lengths.set(clip.id, mediaLengthSec(clip, facts));
    return { ...clip, mediaDuration: facts.durationSec ?? clip.mediaDuration };
  });
  const { document: rippled } = rippleLengths({ ...document, clips: known }, lengths);
  return { ...rippled, clips: rippled.clips.map(withoutMediaLength) };
}

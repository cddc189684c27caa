import type { Outcome } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { checked, withClip } from '../edit/change-clip.ts';
import { findClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { withoutMediaLength } from '../edit/source-room.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { mediaLengthSec, requireLength } from './media-length.ts';
import { rippleLengths } from './ripple-lengths.ts';

/** Whether the clip's length follows its media. */
export function followsMedia({ durationFrom }: Clip): boolean {
  return durationFrom === 'media';
}

/**
 * Replaces clip lengths that follow the media by the lengths of this media, as a render does. Later clips move with the
 * ends of these clips (`rippleLengths`).
 * A clip whose source `media` does not know keeps its current length. Returns the document itself when no clip follows
 * its media. Throws `invalid_request` with the `clipId` for media without a length.
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

/** Maximum number of names in a message. */
const MOST_NAMED = 10;

/**
 * Sets a clip's length to the length of its media and moves later clips, as a render of a template with this media
 * does. Clips on locked tracks do not move. The `data` of the result has the new duration. Throws `invalid_request` for
 * clips and media without a length.
 */
export function followedClip(document: Document, clipId: string, media: MediaLookup): Outcome {
  const { clip, index } = findClip(document, clipId);
  requireLength(clip);
  const facts = mediaForClip(clip.src, clip.type, media);
  const duration = mediaLengthSec(clip, facts);
  requireFrame(document, duration);
  const lasting = { ...clip, durationFrom: 'media', mediaDuration: facts.durationSec ?? clip.mediaDuration } as const;
  const before = new Map(document.clips.map((one) => [one.id, one.duration]));
  const locked = new Set(document.tracks.filter((track) => track.locked).map(({ id }) => id));
  const { document: rippled, leftOut } = rippleLengths(
    withClip(document, index, lasting),
    new Map([[clipId, duration]]),
    (other) => locked.has(other.trackIndex),
  );
  // Check that keyframes and fades of extended or cut clips are still within their limits.
  for (const one of rippled.clips) if (one.duration !== before.get(one.id)) checked(one);
  const names = leftOut.slice(0, MOST_NAMED).map(({ id }) => `"${id}"`);
  const more = leftOut.length > names.length ? ` and ${leftOut.length - names.length} more` : '';
  const fixes = names.length > 0 ? [`Left out, because it lay in the part that went: ${names.join(', ')}${more}.`] : [];
  return { document: rippled, data: withFixes({ duration }, fixes) };
}

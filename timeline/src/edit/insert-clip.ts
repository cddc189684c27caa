import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-defaults.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { completeTextStyle } from '../document/text-defaults.ts';
import { refuse } from '../errors/refuse.ts';
import { checked } from './change-clip.ts';
import { findRoom } from './place-clip.ts';
import { withFixes } from './with-fixes.ts';

/** Fields of a new clip. All but type, start and duration have defaults. */
export type NewClip = Pick<Clip, 'type' | 'start' | 'duration'> & Partial<Clip>;

/**
 * Creates a clip. Missing fields get their defaults, and a text gets the default style. Throws `invalid_request` for an
 * invalid clip.
 */
export function newClip(wanted: NewClip, id: string, trackIndex: number): Clip {
  const { textStyle } = wanted;
  return checked({
    ...CLIP_DEFAULTS,
    mediaDuration: wanted.duration,
    ...wanted,
    ...(textStyle && { textStyle: completeTextStyle(textStyle) }),
    id,
    trackIndex,
  });
}

/**
 * Adds a clip with a new id on a track with free time. `data` has its clipId and trackIndex.
 * Throws `invalid_request` when the document has the maximum number of clips.
 */
export function insertClip(
  document: Document,
  wanted: NewClip,
  trackIndex: number | undefined,
  newId: () => string,
): Outcome {
  if (document.clips.length >= LIMITS.clips) {
    throw refuse(`The project has ${document.clips.length} clips, the maximum. Remove some first.`);
  }
  const room = findRoom(document, wanted, trackIndex);
  const clip = newClip(wanted, newId(), room.trackIndex);
  return {
    document: { ...document, tracks: room.tracks, clips: [...document.clips, clip] },
    data: withFixes({ clipId: clip.id, trackIndex: clip.trackIndex }, room.fixes),
  };
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip } from './find-clip.ts';

/**
 * Finds a clip to be changed whose source plays: video or audio that is not frozen. Throws `invalid_request` for any
 * other.
 */
export function findPlayingClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  const { type, freezeAt } = found.clip;
  if (type !== 'video' && type !== 'audio') {
    throw refuse(`Clip "${clipId}" is of type ${type}, which does not play media. Choose a video or audio clip.`);
  }
  if (freezeAt !== null) {
    throw refuse(`Clip "${clipId}" is frozen at ${freezeAt} s of its source. Set freezeAt to null with updateClip.`);
  }
  return found;
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip } from './find-clip.ts';

/**
 * Finds a clip whose image is to be changed. Throws `invalid_request` as `findEditableClip` does, and for audio clips.
 */
export function findVisibleClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  if (found.clip.type === 'audio') {
    throw refuse(`Clip "${clipId}" is of type audio, which has no image. Choose a visual clip.`);
  }
  return found;
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip } from './find-clip.ts';

/** A clip whose picture is to be changed: throws also for sound, which has none. */
export function findVisibleClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  if (found.clip.type === 'audio') {
    throw refuse(`Clip "${clipId}" is of type audio, which cannot be seen. Choose a clip with a picture.`);
  }
  return found;
}

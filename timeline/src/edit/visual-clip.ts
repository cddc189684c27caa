import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip } from './find-clip.ts';

/** Finds a visible clip that is to be changed. Throws `invalid_request` for audio clips. */
export function findVisualClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  if (found.clip.type === 'audio') {
    throw refuse(`Clip "${clipId}" is of type audio, which has no image. Choose a visual clip.`);
  }
  return found;
}

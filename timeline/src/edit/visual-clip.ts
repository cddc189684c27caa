import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip } from './find-clip.ts';

/** A clip to be changed that can be seen. Throws for sound. */
export function findVisualClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  if (found.clip.type === 'audio') {
    throw refuse(`Clip "${clipId}" is of type audio, which has no picture. Choose a clip that can be seen.`);
  }
  return found;
}

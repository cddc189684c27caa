import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { findEditableClip } from './find-clip.ts';
import { refuse } from './refuse.ts';

/** True for clips that may have sound. */
export function maySound(clip: Clip): boolean {
  return clip.type === 'video' || clip.type === 'audio';
}

/** A clip whose sound is to be changed: throws also for types that have none. */
export function findSoundingClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  if (!maySound(found.clip)) {
    throw refuse(`Clip "${clipId}" is of type ${found.clip.type}, which has no sound. Choose a video or audio clip.`);
  }
  return found;
}

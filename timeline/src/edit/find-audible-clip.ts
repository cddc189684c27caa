import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip, findEditableClips } from './find-clip.ts';

/** Whether clips of this type may have audio. */
export function mayBeAudible(clip: Pick<Clip, 'type'>): boolean {
  return clip.type === 'video' || clip.type === 'audio';
}

/**
 * Finds a clip whose audio is to be changed. Throws `invalid_request` as `findEditableClip` does, and for types without
 * audio.
 */
export function findAudibleClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  requireAudible(found.clip);
  return found;
}

/** Finds several clips whose audio is to be changed, each once, in the given order. */
export function findAudibleClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const clips = findEditableClips(document, clipIds);
  for (const clip of clips) requireAudible(clip);
  return clips;
}

function requireAudible(clip: Clip): void {
  if (mayBeAudible(clip)) return;
  throw refuse(`Clip "${clip.id}" is of type ${clip.type}, which has no audio. Choose a video or audio clip.`);
}

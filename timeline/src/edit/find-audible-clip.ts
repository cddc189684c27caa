import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { findEditableClip, findEditableClips } from './find-clip.ts';

/** True for clips that may have sound. */
export function mayBeAudible(clip: Pick<Clip, 'type'>): boolean {
  return clip.type === 'video' || clip.type === 'audio';
}

/** A clip whose sound is to be changed: throws also for types that have none. */
export function findAudibleClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  requireAudible(found.clip);
  return found;
}

/** The same for several, each once, in the order that they are named. */
export function findAudibleClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const clips = findEditableClips(document, clipIds);
  for (const clip of clips) requireAudible(clip);
  return clips;
}

function requireAudible(clip: Clip): void {
  if (mayBeAudible(clip)) return;
  throw refuse(`Clip "${clip.id}" is of type ${clip.type}, which has no sound. Choose a video or audio clip.`);
}

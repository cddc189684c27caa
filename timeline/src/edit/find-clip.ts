import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/refuse.ts';

/** Finds a clip and its index in `document.clips`. Throws `invalid_request` when it does not exist. */
export function findClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const index = document.clips.findIndex((clip) => clip.id === clipId);
  const clip = document.clips[index];
  if (!clip) throw refuse(`clipId "${clipId}" is not a clip of this project. Use the id of a clip in the project.`);
  return { clip, index };
}

/** Finds a clip that is to be changed. Throws `invalid_request` when it does not exist or its track is locked. */
export function findEditableClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findClip(document, clipId);
  const track = document.tracks.find(({ id }) => id === found.clip.trackIndex);
  if (track?.locked) throw refuse(`Clip "${clipId}" is on ${nameOf(track)}, which is locked. Unlock the track first.`);
  return found;
}

/** Finds clips by their ids, each once, in the given order. Throws `invalid_request` when one does not exist. */
export function findClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const ids = [...new Set(clipIds)];
  // Building a table takes as long as some ten searches.
  if (ids.length <= 10) return ids.map((clipId) => findClip(document, clipId).clip);
  const table = new Map(document.clips.map((clip) => [clip.id, clip]));
  return ids.map((clipId) => table.get(clipId) ?? findClip(document, clipId).clip);
}

/** Finds clips that are to be changed. Throws `invalid_request` when one does not exist or its track is locked. */
export function findEditableClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const clips = findClips(document, clipIds);
  const locked = new Set(document.tracks.filter((track) => track.locked).map(({ id }) => id));
  const stuck = clips.find((clip) => locked.has(clip.trackIndex));
  return stuck ? [findEditableClip(document, stuck.id).clip] : clips;
}

/**
 * Finds a track by its id. Throws `invalid_request` when it does not exist. `param` is the name of the parameter in
 * messages.
 */
export function findTrack(document: Document, trackIndex: number, param = 'trackIndex'): TrackDef {
  const track = document.tracks.find(({ id }) => id === trackIndex);
  if (track) return track;
  const known = document.tracks.map(({ id, label }) => `${id} (${label})`).join(', ') || 'none';
  throw refuse(`${param} ${trackIndex} is not the id of a track. Tracks: ${known}. Add one with addTrack.`);
}

/** Finds a track whose clips are to be changed. Throws `invalid_request` when it does not exist or is locked. */
export function findEditableTrack(document: Document, trackIndex: number, param = 'trackIndex'): TrackDef {
  const track = findTrack(document, trackIndex, param);
  if (track.locked)
    throw refuse(`${param} ${trackIndex} is ${nameOf(track)}, which is locked. Unlock the track first.`);
  return track;
}

/** Returns the name of a track for messages. */
export function nameOf(track: TrackDef): string {
  return `track ${track.id} (${track.label})`;
}

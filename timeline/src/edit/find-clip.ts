import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/refuse.ts';

/** A clip and its place in `document.clips`. Throws when there is none. */
export function findClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const index = document.clips.findIndex((clip) => clip.id === clipId);
  const clip = document.clips[index];
  if (!clip) throw refuse(`clipId "${clipId}" is not a clip of this project. Read the project for its clips' ids.`);
  return { clip, index };
}

/** The same for a clip that is to be changed: throws also when its track is locked. */
export function findEditableClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findClip(document, clipId);
  const track = document.tracks.find(({ id }) => id === found.clip.trackIndex);
  if (track?.locked)
    throw refuse(`Clip "${clipId}" lies on ${nameOf(track)}, which is locked. Unlock the track first.`);
  return found;
}

/** Clips by their ids, each once, in the order that they are named. Throws when one is missing. */
export function findClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const ids = [...new Set(clipIds)];
  // A table takes as long as some ten searches.
  if (ids.length <= 10) return ids.map((clipId) => findClip(document, clipId).clip);
  const table = new Map(document.clips.map((clip) => [clip.id, clip]));
  return ids.map((clipId) => table.get(clipId) ?? findClip(document, clipId).clip);
}

/** The same for clips that are to be changed: throws also when the track of one is locked. */
export function findEditableClips(document: Document, clipIds: Iterable<string>): Clip[] {
  const clips = findClips(document, clipIds);
  const locked = new Set(document.tracks.filter((track) => track.locked).map(({ id }) => id));
  const stuck = clips.find((clip) => locked.has(clip.trackIndex));
  return stuck ? [findEditableClip(document, stuck.id).clip] : clips;
}

/** A track by its id. Throws when there is none. `param` is what the command calls the id. */
export function findTrack(document: Document, trackIndex: number, param = 'trackIndex'): TrackDef {
  const track = document.tracks.find(({ id }) => id === trackIndex);
  if (track) return track;
  const known = document.tracks.map(({ id, label }) => `${id} (${label})`).join(', ') || 'none';
  throw refuse(`${param} ${trackIndex} is not the id of a track. Tracks: ${known}. Add one with addTrack.`);
}

/** The same for a track whose clips are to be changed: throws also when it is locked. */
export function findEditableTrack(document: Document, trackIndex: number, param = 'trackIndex'): TrackDef {
  const track = findTrack(document, trackIndex, param);
  if (track.locked)
    throw refuse(`${param} ${trackIndex} is ${nameOf(track)}, which is locked. Unlock the track first.`);
  return track;
}

/** How messages name a track. */
export function nameOf(track: TrackDef): string {
  return `track ${track.id} (${track.label})`;
}

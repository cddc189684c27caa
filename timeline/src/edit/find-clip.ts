import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/framemill-error.ts';

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

/** Whether clips of this type may have audio. */
export function mayBeAudible(clip: Pick<Clip, 'type'>): boolean {
  return clip.type === 'video' || clip.type === 'audio' || clip.type === 'composition';
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
  throw refuse(
    `Clip "${clip.id}" is of type ${clip.type}, which has no audio. Choose a video, audio or composition clip.`,
  );
}

/**
 * Finds a clip to be changed whose source plays: video, audio or a composition that is not frozen. Throws
 * `invalid_request` for any other.
 */
export function findPlayingClip(document: Document, clipId: string): { clip: Clip; index: number } {
  const found = findEditableClip(document, clipId);
  const { type, freezeAt } = found.clip;
  if (!mayBeAudible(found.clip)) {
    throw refuse(
      `Clip "${clipId}" is of type ${type}, which does not play media. Choose a video, audio or composition clip.`,
    );
  }
  if (freezeAt !== null) {
    throw refuse(`Clip "${clipId}" is frozen at ${freezeAt} s of its source. Set freezeAt to null with updateClip.`);
  }
  return found;
}

/**
 * Returns the clips that may be changed, for commands that affect the whole project.
 * Clips on locked tracks are left out, and each such track is named in `fixes`.
 */
export function unlockedClips(document: Document, clips: readonly Clip[]): { clips: Clip[]; fixes: string[] } {
  const locked = new Map(document.tracks.filter((track) => track.locked).map((track) => [track.id, track]));
  const left = Map.groupBy(
    clips.filter((clip) => locked.has(clip.trackIndex)),
    (clip) => clip.trackIndex,
  );
  const fixes = [...left].flatMap(([trackIndex, skipped]) => {
    const track = locked.get(trackIndex);
    return track ? [`${skipped.length} clips on ${nameOf(track)}, which is locked, were left as they are.`] : [];
  });
  return { clips: clips.filter((clip) => !locked.has(clip.trackIndex)), fixes };
}

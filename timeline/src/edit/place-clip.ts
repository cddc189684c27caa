import type { Clip } from '../document/clip.ts';
import { createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/refuse.ts';
import type { TrackType } from '../vocabulary/index.ts';
import { nameOf } from './find-clip.ts';
import { type WantedTrack, wantedTrack } from './track-for-clip.ts';
import { nextTrackId } from './track-ids.ts';

/** Placement of a clip: the tracks (one may be new), the id of its track, and the fixes to report. */
export interface Placement {
  tracks: TrackDef[];
  trackIndex: number;
  fixes: string[];
}

/**
 * Finds a track with free time for a clip.
 * If the clip would overlap another one, it goes to the next free, unlocked track of the same type, or to a new one
 * above the last of that type. `ignoreId` is the clip's own id when it is already in the document.
 */
export function findRoom(
  document: Document,
  clip: Pick<Clip, 'type' | 'start' | 'duration'>,
  trackIndex: number | undefined,
  ignoreId: string | null = null,
): Placement {
  return pushToRoom(document, clip, wantedTrack(document, clip.type, trackIndex), ignoreId);
}

/** Finds a track for a clip that stays on its own track if possible, whatever the type of that track is. */
export function findRoomOnOwnTrack(document: Document, clip: Clip): Placement {
  const own = document.tracks.find(({ id }) => id === clip.trackIndex);
  const wanted = own ? { track: own, type: own.type, fixes: [] } : wantedTrack(document, clip.type, undefined);
  return pushToRoom(document, clip, wanted, clip.id);
}

function pushToRoom(
  document: Document,
  clip: Pick<Clip, 'start' | 'duration'>,
  wanted: WantedTrack,
  ignoreId: string | null,
): Placement {
  const { tracks } = document;
  const { track, type, fixes } = wanted;
  const taken = takenTracks(document, clip, ignoreId);
  if (track && !taken.has(track.id)) return { tracks, trackIndex: track.id, fixes };
  const from = track ? tracks.indexOf(track) : tracks.length;
  const next = tracks.slice(from + 1).find((other) => other.type === type && !other.locked && !taken.has(other.id));
  if (next) return { tracks, trackIndex: next.id, fixes: [...fixes, pushed(track, nameOf(next))] };
  const created = trackToAdd(document, type);
  return {
    tracks: tracks.toSpliced(placeFor(tracks, type), 0, created),
    trackIndex: created.id,
    fixes: [...fixes, pushed(track, `the new ${nameOf(created)}`)],
  };
}

/**
 * Creates a track with an unused id and the next number in its label. Throws `invalid_request` at the maximum number of
 * tracks.
 */
export function trackToAdd(
  document: Pick<Document, 'tracks' | 'lastTrackId'>,
  type: TrackType,
  label?: string,
): TrackDef {
  const { tracks } = document;
  if (tracks.length >= LIMITS.tracks)
    throw refuse(`The project has ${tracks.length} tracks, the maximum. Use free time on an existing track.`);
  const number = tracks.filter((track) => track.type === type).length + 1;
  return createTrack(nextTrackId(document), type, label ?? `${type.charAt(0).toUpperCase()}${type.slice(1)} ${number}`);
}

/** Returns the index directly above the last track of the type, or the top. */
export function placeFor(tracks: readonly TrackDef[], type: TrackType): number {
  const last = tracks.findLastIndex((track) => track.type === type);
  return last < 0 ? tracks.length : last + 1;
}

/** Returns the time of a clip that no other clip of its track may overlap. Seconds. */
export function takenSpan({ start, duration }: Pick<Clip, 'start' | 'duration'>): { fromSec: number; toSec: number } {
  // Without this limit, a clip about as short as the tolerance would fit into any other clip.
  const slack = Math.min(OVERLAP_TOLERANCE_SEC, duration / 4);
  return { fromSec: start + slack, toSec: start + duration - slack };
}

/**
 * Returns the ids of the tracks on which another clip overlaps the clip's time. One pass over the clips, whatever the
 * number of tracks.
 */
function takenTracks(document: Document, clip: Pick<Clip, 'start' | 'duration'>, ignoreId: string | null): Set<number> {
  const { fromSec, toSec } = takenSpan(clip);
  const taken = new Set<number>();
  for (const other of document.clips) {
    if (other.start < toSec && other.start + other.duration > fromSec && other.id !== ignoreId)
      taken.add(other.trackIndex);
  }
  return taken;
}

function pushed(track: TrackDef | null, target: string): string {
  return track
    ? `It overlaps a clip on ${nameOf(track)}; it went to ${target}.`
    : `No track had room; it went to ${target}.`;
}

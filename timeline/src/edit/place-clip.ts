import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { TrackType } from '../vocabulary/index.ts';
import { withClip } from './change-clip.ts';
import { findTrack, nameOf } from './find-clip.ts';
import { withFixes } from './fixes.ts';

/**
 * Track that was found for a clip: the document's tracks, including a new one if it was needed, the id of the clip's
 * track, and the automatic corrections to report to the caller.
 */
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

/** Finds a track for a clip. The clip stays on its own track if there is free time, whatever the type of that track. */
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

/**
 * Returns the index at which a new track of `type` is inserted: directly above the last track of that type, or at the
 * top if there is none.
 */
export function placeFor(tracks: readonly TrackDef[], type: TrackType): number {
  const last = tracks.findLastIndex((track) => track.type === type);
  return last < 0 ? tracks.length : last + 1;
}

/**
 * Returns the time range of a clip in which no other clip of the same track may be: the clip's time without a small
 * tolerance at both ends. Seconds.
 */
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

/**
 * Replaces `clip` by `next`, which may have another start or duration.
 * Looks for free time on the tracks when the time changed or a `trackIndex` is requested; `data` then has the
 * trackIndex. Otherwise the clip keeps its track.
 */
export function relocateClip(document: Document, clip: Clip, next: Clip, trackIndex: number | undefined): Outcome {
  const index = document.clips.indexOf(clip);
  const moved = next.start !== clip.start || next.duration !== clip.duration;
  if (trackIndex === undefined && !moved) return { document: withClip(document, index, next) };
  const room =
    trackIndex === undefined
      ? findRoomOnOwnTrack(document, { ...next, trackIndex: clip.trackIndex })
      : findRoom(document, next, trackIndex, clip.id);
  const changed = withClip(document, index, { ...next, trackIndex: room.trackIndex });
  return {
    document: { ...changed, tracks: room.tracks },
    data: withFixes({ trackIndex: room.trackIndex }, room.fixes),
  };
}

/** Track types that are allowed for each clip type. The first is the default. */
const SUITABLE: Record<Clip['type'], readonly TrackType[]> = {
  video: ['video'],
  image: ['video'],
  html: ['video'],
  adjustment: ['video'],
  composition: ['video', 'text', 'audio'],
  sticker: ['video', 'text'],
  shape: ['video', 'text'],
  text: ['text', 'video'],
  audio: ['audio'],
};

/** Clip types that are placed on the highest track of their type by default. All others are placed on the lowest. */
const STARTS_ON_TOP: ReadonlySet<Clip['type']> = new Set(['sticker', 'shape', 'html', 'adjustment']);

/** Track on which the search for free time starts. `null`: a new track of `type` is needed. */
interface WantedTrack {
  track: TrackDef | null;
  type: TrackType;
  fixes: string[];
}

/** Whether a clip of `type` is allowed on the track. */
export function suits(type: Clip['type'], track: TrackDef): boolean {
  return SUITABLE[type].includes(track.type);
}

/**
 * Returns the requested track of a new or moved clip, or its default track without `trackIndex`.
 * A track of the wrong type is replaced by the default and reported. Throws `invalid_request` for an unknown or locked
 * track.
 */
export function wantedTrack(document: Document, type: Clip['type'], trackIndex: number | undefined): WantedTrack {
  if (trackIndex === undefined) return { ...usualTrack(document, type), fixes: [] };
  const asked = findTrack(document, trackIndex);
  if (asked.locked)
    throw refuse(`trackIndex ${trackIndex} is ${nameOf(asked)}, which is locked. Unlock the track or choose another.`);
  if (suits(type, asked)) return { track: asked, type: asked.type, fixes: [] };
  const usual = usualTrack(document, type);
  const target = usual.track ? nameOf(usual.track) : `a new ${usual.type} track`;
  return { ...usual, fixes: [`${nameOf(asked)} is of type ${asked.type}; the ${type} clip went to ${target}.`] };
}

function usualTrack(document: Document, type: Clip['type']): { track: TrackDef | null; type: TrackType } {
  const preferred = SUITABLE[type][0] ?? 'video';
  const open = document.tracks.filter((track) => track.type === preferred && !track.locked);
  return { track: (STARTS_ON_TOP.has(type) ? open.at(-1) : open[0]) ?? null, type: preferred };
}

type Tracked = Pick<Document, 'tracks' | 'lastTrackId'>;

/** Returns a track id that was never used, so that a stale reference to a removed track cannot match a new one. */
function nextTrackId(document: Tracked): number {
  return lastTrackId(document) + 1;
}

/**
 * Returns the document with only the given `tracks`. If the track with the highest id is removed, its id is stored in
 * `lastTrackId`, so that it is never used again.
 */
export function withoutTracks(document: Document, tracks: TrackDef[]): Document {
  const last = lastTrackId(document);
  const { lastTrackId: _, ...rest } = document;
  return lastTrackId({ tracks }) === last ? { ...rest, tracks } : { ...rest, tracks, lastTrackId: last };
}

/** Returns the highest track id ever used; -1 when there was none. */
function lastTrackId({ tracks, lastTrackId: gone = -1 }: Tracked): number {
  return tracks.reduce((highest, track) => Math.max(highest, track.id), gone);
}

import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS, completeTextStyle } from '../document/clip-fields.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/framemill-error.ts';
import { checked } from './change-clip.ts';
import { nameOf } from './find-clip.ts';
import { firstPlace } from './first-place.ts';
import { withFixes } from './fixes.ts';
import { findRoom, placeFor, trackToAdd, wantedTrack } from './place-clip.ts';

/** Fields of a new clip. All but type, start and duration have defaults. */
export type NewClip = Pick<Clip, 'type' | 'start' | 'duration'> & Partial<Clip>;

/**
 * Creates a clip. Missing fields get their defaults, and a text gets the default style. Throws `invalid_request` for an
 * invalid clip.
 */
function newClip(wanted: NewClip, id: string, trackIndex: number): Clip {
  const { textStyle } = wanted;
  return checked({
    ...CLIP_DEFAULTS,
    mediaDuration: wanted.duration,
    ...wanted,
    ...(textStyle && { textStyle: completeTextStyle(textStyle) }),
    id,
    trackIndex,
  });
}

/**
 * Adds a clip with a new id on a track with free time. `data` has its clipId and trackIndex.
 * Throws `invalid_request` when the document has the maximum number of clips.
 */
export function insertClip(
  document: Document,
  wanted: NewClip,
  trackIndex: number | undefined,
  newId: () => string,
): Outcome {
  if (document.clips.length >= LIMITS.clips) {
    throw refuse(`The project has ${document.clips.length} clips, the maximum. Remove some first.`);
  }
  const room = findRoom(document, wanted, trackIndex);
  const clip = newClip(wanted, newId(), room.trackIndex);
  return {
    document: { ...document, tracks: room.tracks, clips: [...document.clips, clip] },
    data: withFixes({ clipId: clip.id, trackIndex: clip.trackIndex }, room.fixes),
  };
}

/**
 * Adds clips of one type, which are sorted and do not overlap, to a single track: the requested track, the next track
 * of its type on which all of them fit, or a new one. Captions on several tracks would be hard to edit.
 */
export function insertTogether(
  document: Document,
  wanted: readonly NewClip[],
  type: Clip['type'],
  trackIndex: number | undefined,
  newId: () => string,
): { document: Document; clipIds: string[]; trackIndex: number; fixes: string[] } {
  const count = document.clips.length + wanted.length;
  if (count > LIMITS.clips) {
    throw refuse(`The project would have ${count} clips; the limit is ${LIMITS.clips}. Remove some or add fewer.`);
  }
  const { tracks, track, fixes } = roomForAll(document, wanted, type, trackIndex);
  const clips = wanted.map((clip) => newClip(clip, newId(), track.id));
  return {
    document: { ...document, tracks, clips: [...document.clips, ...clips] },
    clipIds: clips.map((clip) => clip.id),
    trackIndex: track.id,
    fixes,
  };
}

function roomForAll(
  document: Document,
  wanted: readonly NewClip[],
  type: Clip['type'],
  trackIndex: number | undefined,
) {
  const first = wantedTrack(document, type, trackIndex);
  const byTrack = Map.groupBy(document.clips, (clip) => clip.trackIndex);
  const free = (track: TrackDef) => !(byTrack.get(track.id) ?? []).some((clip) => collides(clip, wanted));
  const from = first.track ? document.tracks.indexOf(first.track) : document.tracks.length;
  const candidates = document.tracks.slice(from).filter((track) => track.type === first.type && !track.locked);
  const found = candidates.find(free);
  if (found && found === first.track) return { tracks: document.tracks, track: found, fixes: first.fixes };
  const because = first.track
    ? `Clips lie in the way on ${nameOf(first.track)}; all went to`
    : 'No track had room; all went to';
  if (found) return { tracks: document.tracks, track: found, fixes: [...first.fixes, `${because} ${nameOf(found)}.`] };
  const created = trackToAdd(document, first.type);
  return {
    tracks: document.tracks.toSpliced(placeFor(document.tracks, first.type), 0, created),
    track: created,
    fixes: [...first.fixes, `${because} the new ${nameOf(created)}.`],
  };
}

/**
 * Whether the clip overlaps one of the `wanted` clips, which are sorted and do not overlap. It suffices to check the
 * first of them that ends after this clip starts.
 */
function collides(clip: Clip, wanted: readonly NewClip[]): boolean {
  const from = clip.start + OVERLAP_TOLERANCE_SEC;
  const next = wanted[firstPlace(wanted, ({ start, duration }) => start + duration > from)];
  return next !== undefined && next.start < clip.start + clip.duration - OVERLAP_TOLERANCE_SEC;
}

/** Throws `invalid_request` when `added` more clips would exceed the maximum number of clips. */
export function refuseWhenFull(document: Document, added = 1): void {
  const { length } = document.clips;
  if (length + added <= LIMITS.clips) return;
  throw refuse(
    `The project has ${length} clips and would have ${length + added}; the limit is ${LIMITS.clips}. Remove some ` +
      'first.',
  );
}

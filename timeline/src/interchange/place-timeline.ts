import { Compile, Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import type { Outcome } from '../command/define-command.ts';
import { requireSources } from '../command/requirements.ts';
import { type Clip, ClipSchema, type Transition, TransitionSchema } from '../document/clip.ts';
import { CLIP_SOURCE_POSITIONS } from '../document/clip-sources.ts';
import { type Document, MarkerSchema } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { shortened } from '../document/storable-text.ts';
import { withFixes } from '../edit/fixes.ts';
import { insertClip, type NewClip } from '../edit/insert-clip.ts';
import { nameOfMedia } from '../edit/media-for-clip.ts';
import { placeFor, trackToAdd } from '../edit/place-clip.ts';
import { FramemillError, refuse } from '../errors/framemill-error.ts';
import { TRANSITION_TYPES } from '../vocabulary/index.ts';
import type { ImportedClip, ImportedTimeline, ImportedTrack } from './imported-timeline.ts';

const storedClip = Compile(Type.Partial(ClipSchema));
const storedTransition = Compile(TransitionSchema);
const marker = Compile(MarkerSchema);

/** Maximum number of fixes that are reported. */
const MOST_FIXES = 20;

/** Tolerance in hours for recognising a full hour despite floating-point rounding. Far less than a frame. */
const HOUR_TIE = 1e-9;

/**
 * Adds an imported timeline to a project.
 * Each imported track goes to the next empty track of the same type, or to a new one above the last track of this type.
 * Imported tracks keep their order, so that the order of layers stays the same. A clip whose source is neither in
 * `mediaMap` nor known is left out and reported. Throws `invalid_request` when no clip remains, and for clips that a
 * document does not allow.
 */
export function placeTimeline(
  document: Document,
  timeline: ImportedTimeline,
  mediaMap: Readonly<Record<string, string>>,
  context: ReduceContext,
): Outcome {
  const fixes = [...timeline.fixes];
  const missing = new Set<string>();
  const groups = new Map<string, string>();
  const clipIds: unknown[] = [];
  let changed = document;
  let above = -1;
  for (const track of timeline.tracks) {
    const clips = track.clips.flatMap((clip) => {
      const found = resolvedMedia(clip, track, mediaMap, context);
      if (!found) missing.add(clip.sources[0] ?? clip.name);
      return found ? [{ clip, found }] : [];
    });
    if (clips.length === 0) continue;
    const room = trackFor(changed, track, above);
    changed = { ...changed, tracks: room.tracks };
    above = room.position;
    for (const { clip, found } of clips) {
      const wanted = clipOfTimeline(clip, found, groups, context, fixes);
      const outcome = inPlace(clip.where, () => {
        requireSources(CLIP_SOURCE_POSITIONS, wanted, context.media);
        return insertClip(changed, wanted, room.trackId, () => context.newId('clip'));
      });
      changed = outcome.document;
      clipIds.push(outcome.data?.clipId);
      const moved = outcome.data?.fixes;
      if (Array.isArray(moved)) fixes.push(...moved.map((fix: unknown) => `${clip.where}: ${String(fix)}`));
    }
  }
  if (missing.size > 0) fixes.push(`Left out, because mediaMap does not have them: ${listed(missing)}.`);
  if (clipIds.length === 0) {
    const named = missing.size > 0 ? `Add mediaMap entries for these sources: ${listed(missing)}.` : fixes.join(' ');
    throw refuse(`data has no clip that can be imported. ${named || 'Choose a timeline with clips.'}`);
  }
  changed = withMarkers(changed, timeline, context);
  const shown = fixes.slice(0, MOST_FIXES);
  if (fixes.length > MOST_FIXES) shown.push(`... and ${fixes.length - MOST_FIXES} more.`);
  return { document: changed, data: withFixes({ clipIds }, shown) };
}

/** Media of an imported clip, and the clip that Framemill stored in the file. */
export interface Resolved {
  type: Clip['type'];
  src: string;
  stored: Partial<Clip>;
  /** Length of the source in seconds; `null` for a still and for clips without a source. */
  durationSec: number | null;
}

/**
 * Finds the media of an imported clip. `null` when none of its sources is in `mediaMap` or known, or the media are of
 * another kind.
 */
export function resolvedMedia(
  clip: ImportedClip,
  track: ImportedTrack,
  mediaMap: Readonly<Record<string, string>>,
  context: ReduceContext,
): Resolved | null {
  const stored = storedClip.Check(clip.stored) ? clip.stored : {};
  if (clip.sources.length === 0) {
    return stored.type && stored.src === '' ? { type: stored.type, src: '', stored, durationSec: null } : null;
  }
  for (const name of clip.sources) {
    const src = Object.hasOwn(mediaMap, name) ? (mediaMap[name] ?? name) : name;
    const facts = context.media(src);
    if (!facts || facts.kind === 'lut' || facts.kind === 'subtitle' || facts.kind === 'font' || facts.kind === 'table')
      continue;
    const kind = facts.kind === 'animation' ? 'video' : facts.kind;
    const wanted = stored.type ?? (track.type === 'audio' ? 'audio' : kind);
    if (wanted === 'audio' && !facts.hasAudio) continue;
    if (wanted !== 'audio' && (wanted === 'video') !== (kind === 'video')) {
      return { type: kind, src, stored: {}, durationSec: facts.durationSec };
    }
    return { type: wanted, src, stored, durationSec: facts.durationSec };
  }
  return null;
}

/** Returns the fields of a new clip for an imported clip and its media. Adds what was changed to `fixes`. */
export function clipOfTimeline(
  clip: ImportedClip,
  { type, src, stored, durationSec }: Resolved,
  groups: Map<string, string>,
  context: ReduceContext,
  fixes: string[],
): NewClip {
  const { groupId, ...rest } = stored;
  const mediaStart = withinSource(clip, durationSec, fixes);
  const made: NewClip = {
    ...rest,
    type,
    src,
    name: clip.name || nameOfMedia(src, context),
    start: clip.start,
    duration: clip.duration,
    mediaStart: clip.freeze ? (stored.mediaStart ?? mediaStart) : mediaStart,
    mediaDuration: stored.mediaDuration ?? clip.mediaDuration ?? clip.duration,
    speed: clip.freeze ? (stored.speed ?? 1) : clip.speed,
    reverse: clip.freeze ? (stored.reverse ?? false) : clip.reverse,
    freezeAt: clip.freeze ? (stored.freezeAt ?? mediaStart) : null,
  };
  // Another program changed the length, so the number in the file applies.
  if (made.duration !== stored.duration) delete made.durationFrom;
  if (groupId !== undefined) {
    const id = groups.get(groupId) ?? context.newId('group');
    groups.set(groupId, id);
    made.groupId = id;
  }
  const transition = clip.transition ? drawable(clip, clip.transition, context, fixes) : null;
  if (transition) made.transition = transition;
  return made;
}

/**
 * Returns a clip's in-point, corrected to be within its source. Timecode of tapes and cameras may start at a full hour,
 * while sources here start at 0. If the in-point is beyond the source's end, its full hours are subtracted and the
 * change is reported in `fixes`.
 */
function withinSource(clip: ImportedClip, durationSec: number | null, fixes: string[]): number {
  if (durationSec === null || clip.mediaStart < durationSec) return clip.mediaStart;
  const hours = Math.floor(clip.mediaStart / clip.hourSec + HOUR_TIE);
  const mediaStart = Math.max(0, clip.mediaStart - hours * clip.hourSec);
  if (hours === 0 || mediaStart >= durationSec) {
    fixes.push(
      `${clip.where}: mediaStart ${clip.mediaStart.toFixed(3)} s is past the end of its source (${durationSec} ` +
        's). Set it with trimClip.',
    );
    return clip.mediaStart;
  }
  fixes.push(`${clip.where}: its source has no ${hours}:00:00; mediaStart is counted from there.`);
  return mediaStart;
}

/** Returns a transition that can be drawn: that of the file, a dissolve as its replacement, or `null`. */
function drawable(
  clip: ImportedClip,
  { type, duration, edge, stored }: NonNullable<ImportedClip['transition']>,
  { catalogue }: ReduceContext,
  fixes: string[],
): Transition | null {
  if (storedTransition.Check(stored) && catalogue.transitions.includes(stored.type)) return stored;
  if (duration <= 0) return null;
  const known = TRANSITION_TYPES.find((name) => name === type && catalogue.transitions.includes(name));
  const edges = edge === 'out' ? { edge } : {};
  if (known) return { type: known, duration, ...edges };
  const dissolve = catalogue.transitions.includes('dissolve');
  fixes.push(
    `${clip.where}: transition "${type}" cannot be drawn; ${dissolve ? 'it became a dissolve' : 'it was left out'}.`,
  );
  return dissolve ? { type: 'dissolve', duration, ...edges } : null;
}

/** Returns the next empty track of the type above index `above`, or a new one. */
function trackFor(document: Document, track: ImportedTrack, above: number) {
  const used = new Set(document.clips.map((clip) => clip.trackIndex));
  const { tracks } = document;
  const position = tracks.findIndex(
    (one, index) => index > above && one.type === track.type && !one.locked && !used.has(one.id),
  );
  const found = tracks[position];
  const state = {
    visible: track.visible,
    muted: track.muted,
    ...(track.name ? { label: shortened(track.name, 200) } : {}),
  };
  if (found) return { tracks: tracks.with(position, { ...found, ...state }), position, trackId: found.id };
  const added = { ...trackToAdd(document, track.type), ...state };
  const at = Math.max(above + 1, placeFor(tracks, track.type));
  return { tracks: tracks.toSpliced(at, 0, added), position: at, trackId: added.id };
}

function withMarkers(document: Document, timeline: ImportedTimeline, context: ReduceContext): Document {
  const made = timeline.markers
    .map((one) => ({ ...one, id: context.newId('marker') }))
    .filter((one) => marker.Check(one));
  if (made.length === 0) return document;
  const markers = [...(document.markers ?? []), ...made];
  if (markers.length > LIMITS.markers)
    throw refuse(
      `The project would have ${markers.length} markers; the limit is ${LIMITS.markers}. Remove some first.`,
    );
  return { ...document, markers };
}

function inPlace<Result>(where: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (error instanceof FramemillError) throw refuse(`${where}: ${error.message}`);
    throw error;
  }
}

function listed(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 10).map((name) => `"${name.slice(0, 100)}"`);
  return shown.join(', ') + (names.size > 10 ? ` and ${names.size - 10} more` : '');
}

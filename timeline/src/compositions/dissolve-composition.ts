import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import type { Composition, Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { placeFor, takenSpan, trackToAdd } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { rateOf } from '../time.ts';

/** Fields of a composition clip that do not change what its composition shows. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'type', 'name', 'src', 'start', 'duration', 'trackIndex', 'mediaStart', 'mediaDuration'],
  ...['groupId', 'collapse', 'preservePitch', 'fadeCurve', 'anchorX', 'anchorY', 'effectsFrom', 'effectsOf'],
]);

/**
 * Replaces a clip by the clips of its composition, at the same times. They are placed on free tracks, from that of the
 * clip on upwards, or on new ones, so that each is in front of and behind the same clips as before. `clipIds` are the
 * clips in the order of the composition. Throws `invalid_request` for a clip whose speed, position, effects or other
 * settings would be lost, and for a composition of another size.
 */
export function dissolved(
  document: Document,
  clip: Clip,
  composition: Composition,
  newId: () => string,
): { document: Document; clipIds: string[] } {
  requirePlain(document, clip, composition);
  const parts = partsOf(document, clip, composition, newId);
  let changed: Document = { ...document, clips: document.clips.filter((other) => other !== clip) };
  const ownTrack = document.tracks.find(({ id }) => id === clip.trackIndex);
  // Position above which the next track with images must be; at first that of the clip's own track.
  let above = ownTrack ? document.tracks.indexOf(ownTrack) : 0;
  const placed = new Map<number, number>();
  for (const track of composition.tracks) {
    if (!parts.some(({ trackIndex }) => trackIndex === track.id)) continue;
    const used = new Set(placed.values());
    const found = trackFor(changed, track, { clip, above, used });
    const position = found ? changed.tracks.indexOf(found) : newPosition(changed.tracks, track, above);
    const target = found ?? { ...track, id: trackToAdd(changed, track.type).id };
    if (!found) changed = { ...changed, tracks: changed.tracks.toSpliced(position, 0, target) };
    placed.set(track.id, target.id);
    if (track.type !== 'audio') above = position + 1;
  }
  const clips = parts.map((part) => ({ ...part, trackIndex: placed.get(part.trackIndex) ?? clip.trackIndex }));
  return { document: { ...changed, clips: [...changed.clips, ...clips] }, clipIds: clips.map(({ id }) => id) };
}

interface Wanted {
  /** The composition clip, whose time must be free. */
  clip: Clip;
  /** Lowest position of a track with images. */
  above: number;
  /** Ids of the tracks that other tracks of the composition use. */
  used: ReadonlySet<number>;
}

/**
 * Finds a track of the document for the clips of a composition's track: a free one on which they are in front of and
 * behind the same clips as before. Undefined when a new track is needed.
 */
function trackFor(document: Document, track: TrackDef, { clip, above, used }: Wanted): TrackDef | undefined {
  const { fromSec, toSec } = takenSpan(clip);
  const taken = new Set(
    document.clips
      .filter(({ start, duration }) => start < toSec && start + duration > fromSec)
      .map(({ trackIndex }) => trackIndex),
  );
  const isFree = (other: TrackDef) => !taken.has(other.id) && !used.has(other.id) && !other.locked;
  if (track.type === 'audio') return document.tracks.find((other) => isLike(track, other) && isFree(other));
  const higher = document.tracks.slice(above);
  const inFront = higher.findIndex((other) => other.visible && other.type !== 'audio' && taken.has(other.id));
  return higher.slice(0, inFront < 0 ? higher.length : inFront).find((other) => isLike(track, other) && isFree(other));
}

function newPosition(tracks: readonly TrackDef[], track: TrackDef, above: number): number {
  return track.type === 'audio' ? placeFor(tracks, 'audio') : Math.min(above, tracks.length);
}

/** Whether the clips of a track look and sound the same on another one. */
function isLike(track: TrackDef, other: TrackDef): boolean {
  return track.type === other.type && track.visible === other.visible && track.muted === other.muted;
}

function requirePlain(document: Document, clip: Clip, { settings }: Composition): void {
  const own = Object.entries(clip).filter(([field, value]) => {
    if (PLAIN_FIELDS.has(field) || value === undefined) return false;
    return Reflect.get(CLIP_DEFAULTS, field) !== value;
  });
  if (own.length > 0) {
    const fields = own.map(([field]) => field).join(', ');
    throw refuse(
      `Clip "${clip.id}" has ${fields}, which the clips of its composition cannot take over. Reset it with resetClip, ` +
        'or keep the composition.',
    );
  }
  const { width, height } = document.settings;
  if (settings.width === width && settings.height === height) return;
  throw refuse(
    `The composition of clip "${clip.id}" is ${settings.width}x${settings.height}, but the canvas around it is ` +
      `${width}x${height}. Change its size with updateComposition, or keep the composition.`,
  );
}

/** Returns the parts of the composition's clips that the clip shows, at their times on the timeline around it. */
function partsOf(document: Document, clip: Clip, { clips, settings }: Composition, newId: () => string): Clip[] {
  const rate = rateOf(settings.fps ?? document.settings.fps);
  const [fromSec, toSec] = [clip.mediaStart, clip.mediaStart + clip.duration];
  const shown = clips.filter(
    ({ start, duration }) => start < toSec - LEAST_SEC && start + duration > fromSec + LEAST_SEC,
  );
  const taken = new Set(document.clips.map(({ id }) => id));
  const ids = new Map(shown.map(({ id }) => [id, taken.has(id) ? newId() : id]));
  return shown.map((inner): Clip => {
    const id = ids.get(inner.id) ?? inner.id;
    const endSec = inner.start + inner.duration;
    const isWhole = inner.start >= fromSec && endSec <= toSec + LEAST_SEC;
    const part = isWhole
      ? { ...inner, id }
      : partOfClip(inner, Math.max(fromSec, inner.start), Math.min(toSec, endSec), id, rate);
    const placed: Clip = { ...part, start: clip.start + part.start - fromSec };
    if (id !== inner.id && part.effects?.length) placed.effectsOf = part.effectsOf ?? inner.id;
    if (part.duck) placed.duck = { ...part.duck, sources: part.duck.sources.map((id) => ids.get(id) ?? id) };
    return placed;
  });
}

/** Shortest part of a clip that is kept. Seconds. */
const LEAST_SEC = 0.001;

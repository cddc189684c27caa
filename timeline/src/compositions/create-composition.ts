import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import type { Composition, Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { nameOf } from '../edit/find-clip.ts';
import { takenSpan, trackToAdd } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { neighbourBefore, placeClips } from '../evaluate/transition-window.ts';
import { frameOf, type Rate, rateOf, secondsOf } from '../time.ts';

/** Composition made of clips, the clip that shows it in their place, and the tracks with that of this clip. */
interface Created {
  composition: Composition;
  clip: Clip;
  tracks: TrackDef[];
}

/**
 * Moves clips into a new composition, and returns it with a clip that shows the same in their place. Throws
 * `invalid_request` when something would look or sound different: a transition or ducking that connects one of the clips
 * with another clip, or a clip that is above some of the clips and below others at the same time.
 */
export function createdComposition(
  document: Document,
  clips: readonly Clip[],
  { compositionId, clipId, name }: { compositionId: string; clipId: string; name: string },
): Created {
  const moved = new Set(clips);
  const rate = rateOf(document.settings.fps);
  requireClosed(document, moved, rate);
  const startSec = firstSec(clips, rate);
  const endSec = Math.max(...clips.map(({ start, duration }) => start + duration));
  const duration = endSec - startSec;
  const place = placeFor(document, moved, { start: startSec, duration });
  const trackIds = new Set(clips.map(({ trackIndex }) => trackIndex));
  const { width, height } = document.settings;
  const composition: Composition = {
    id: compositionId,
    name,
    settings: { width, height },
    tracks: document.tracks.filter(({ id }) => trackIds.has(id)).map((track) => ({ ...track, locked: false })),
    clips: clips.map((clip) => ({ ...clip, start: Math.max(0, clip.start - startSec) })),
  };
  const clip: Clip = {
    ...CLIP_DEFAULTS,
    id: clipId,
    type: 'composition',
    name,
    src: compositionId,
    start: startSec,
    duration,
    mediaDuration: duration,
    trackIndex: place.trackIndex,
  };
  // Such clips change what is below them, which may be outside of the composition.
  const mixes = clips.some(({ type, blendMode = 'normal' }) => type === 'adjustment' || blendMode !== 'normal');
  return { composition, clip: mixes ? { ...clip, collapse: true } : clip, tracks: place.tracks };
}

/** Returns the start of the frame in which the first clip starts: the frames of the other clips then stay the same. */
function firstSec(clips: readonly Clip[], rate: Rate): number {
  const start = Math.min(...clips.map((clip) => clip.start));
  const nearest = frameOf(start, rate);
  return secondsOf(secondsOf(nearest, rate) > start + 1e-6 ? nearest - 1 : nearest, rate);
}

function requireClosed(document: Document, moved: ReadonlySet<Clip>, rate: Rate): void {
  for (const clips of Map.groupBy(document.clips, (clip) => clip.trackIndex).values()) {
    const track = placeClips(clips, rate);
    for (const [index, { clip }] of track.entries()) {
      const before = clip.transition && clip.transition.edge !== 'out' ? neighbourBefore(track, index) : null;
      if (!before || moved.has(before.clip) === moved.has(clip)) continue;
      throw refuse(
        `Clip "${clip.id}" has a transition from clip "${before.clip.id}". Put both into the composition, or neither.`,
      );
    }
  }
  const ids = new Set([...moved].map(({ id }) => id));
  for (const clip of document.clips) {
    const other = clip.duck?.sources.find((source) => ids.has(source) !== moved.has(clip));
    if (other === undefined || !document.clips.some(({ id }) => id === other)) continue;
    throw refuse(
      `Clip "${clip.id}" is lowered while clip "${other}" plays. Put both into the composition, or neither.`,
    );
  }
}

/**
 * Finds the track of the composition's clip: one of the clips' own tracks, from the bottom, or a new one right above it,
 * on which the order of the layers stays as it is.
 */
function placeFor(
  document: Document,
  moved: ReadonlySet<Clip>,
  span: Pick<Clip, 'start' | 'duration'>,
): { tracks: TrackDef[]; trackIndex: number } {
  const { tracks } = document;
  const positions = new Map(tracks.map(({ id }, position) => [id, position]));
  const positionOf = (clip: Clip) => positions.get(clip.trackIndex) ?? 0;
  const others = document.clips.filter((clip) => !moved.has(clip));
  const between = overlapping(tracks, [...moved].filter(isVisual), others.filter(isVisual), positions);
  const keepsOrder = (position: number) =>
    between.every(({ inside, outside }) => Math.sign(outside - inside) === Math.sign(outside - position));
  const { fromSec, toSec } = takenSpan(span);
  const taken = new Set(
    others
      .filter(({ start, duration }) => start < toSec && start + duration > fromSec)
      .map(({ trackIndex }) => trackIndex),
  );
  const visual = [...moved].filter(isVisual);
  const own = [...new Set((visual.length > 0 ? visual : [...moved]).map(positionOf))].sort((a, b) => a - b);
  for (const position of own) {
    const track = tracks[position];
    if (!track) continue;
    const isOpen = track.visible && !track.muted && !track.locked && !taken.has(track.id);
    if (isOpen && keepsOrder(position)) return { tracks, trackIndex: track.id };
    if (!keepsOrder(position + 0.5)) continue;
    const added = trackToAdd(document, track.type);
    return { tracks: tracks.toSpliced(position + 1, 0, added), trackIndex: added.id };
  }
  const blocking = between[0];
  const track = blocking && tracks[blocking.outside];
  throw refuse(
    `A clip on ${track ? nameOf(track) : 'another track'} is above some of these clips and below others at the same ` +
      'time. Put it into the composition too, or move it to another track.',
  );
}

interface Overlap {
  /** Positions of the tracks of a clip of the composition and of a clip outside it. */
  inside: number;
  outside: number;
}

/** Returns the tracks of moved and other clips that are visible at the same time. */
function overlapping(
  tracks: readonly TrackDef[],
  moved: readonly Clip[],
  others: readonly Clip[],
  positions: ReadonlyMap<number, number>,
): Overlap[] {
  const visible = new Set(tracks.filter((track) => track.visible).map(({ id }) => id));
  const shown = (clip: Clip) => visible.has(clip.trackIndex);
  const pairs = new Map<string, Overlap>();
  for (const clip of moved.filter(shown)) {
    const { fromSec, toSec } = takenSpan(clip);
    for (const other of others) {
      if (!shown(other) || other.start >= toSec || other.start + other.duration <= fromSec) continue;
      const pair = { inside: positions.get(clip.trackIndex) ?? 0, outside: positions.get(other.trackIndex) ?? 0 };
      if (pair.inside !== pair.outside) pairs.set(`${pair.inside} ${pair.outside}`, pair);
    }
  }
  return [...pairs.values()];
}

function isVisual({ type }: Clip): boolean {
  return type !== 'audio';
}

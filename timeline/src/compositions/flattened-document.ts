import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import type { Document } from '../document/document.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { TrackDef } from '../document/track.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { nestedUse } from '../evaluate/nested-document.ts';
import { type Rate, rateOf } from '../time.ts';

/**
 * Approximates a document by one without compositions, for drawings that cannot combine clips to one image. Each
 * composition clip is replaced by the clips of its composition on new tracks above its own, with its position, uniform
 * scale, rotation, opacity and volume. `lostInFlattening` lists what is left out. Clips of compositions have the ids of
 * `nestedUse`. With `hasStandIns`, the composition clip stays as a transparent rectangle of the size of its composition,
 * which has its position and its length. Returns the document itself when it has no compositions.
 */
export function flattenedDocument(document: Document, hasStandIns = false): Document {
  if (!document.compositions) return document;
  const { compositions: _, ...rest } = document;
  let flat: Document = { ...rest, tracks: [], clips: [] };
  // Above those of the document's own tracks.
  let lastId = Math.max(document.lastTrackId ?? 0, ...document.tracks.map(({ id }) => id));
  const newTrackId = () => ++lastId;
  for (const track of document.tracks) {
    const own = document.clips.filter((clip) => clip.trackIndex === track.id);
    const kept = own.flatMap((clip) =>
      clip.type !== 'composition' ? clip : hasStandIns ? standInFor(clip, document) : [],
    );
    flat = { ...flat, tracks: [...flat.tracks, track], clips: [...flat.clips, ...kept] };
    for (const clip of own) {
      if (clip.type === 'composition') flat = withClipsOf(flat, document, { clip, track, newTrackId });
    }
  }
  return flat;
}

/** Returns a clip that has the place of a composition clip, and shows nothing. */
function standInFor(clip: Clip, { compositions = [] }: Document): Clip[] {
  const size = compositions.find(({ id }) => id === clip.src)?.settings;
  if (!size) return [];
  const { effects: _, grade: _grade, mask: _mask, transition: _transition, blendMode: _blend, ...rest } = clip;
  const shape = { kind: 'rectangle', fill: '#00000000', width: size.width, height: size.height } as const;
  return [{ ...rest, type: 'shape', src: '', shape }];
}

interface Flattening {
  /** Composition clip that is replaced, and its track. */
  clip: Clip;
  track: TrackDef;
  newTrackId(): number;
}

function withClipsOf(flat: Document, document: Document, { clip, track, newTrackId }: Flattening): Document {
  const nested = isSteady(clip) ? nestedUse(document, clip) : null;
  if (!nested) return flat;
  const inner = flattenedDocument(nested);
  const rate = rateOf(inner.settings.fps);
  let result = flat;
  for (const innerTrack of inner.tracks) {
    const clips = inner.clips.filter(({ trackIndex }) => trackIndex === innerTrack.id);
    if (clips.length === 0) continue;
    const id = newTrackId();
    const added: TrackDef = {
      ...innerTrack,
      id,
      visible: innerTrack.visible && track.visible,
      muted: innerTrack.muted || track.muted,
    };
    const placed = clips.flatMap((one) => placedIn(one, clip, { document, inner, rate, trackIndex: id }) ?? []);
    result = { ...result, tracks: [...result.tracks, added], clips: [...result.clips, ...placed] };
  }
  return result;
}

function isSteady({ speed, kfSpeed, reverse, freezeAt, loop }: Clip): boolean {
  return speed === 1 && !kfSpeed?.length && !reverse && freezeAt === null && !loop;
}

interface Place {
  document: Document;
  inner: Document;
  rate: Rate;
  trackIndex: number;
}

/** Returns a clip of a composition where the composition clip `outer` shows it; null outside of the time of that. */
function placedIn(clip: Clip, outer: Clip, { document, inner, rate, trackIndex }: Place): Clip | null {
  const fromSec = Math.max(clip.start, outer.mediaStart);
  const toSec = Math.min(clip.start + clip.duration, outer.mediaStart + outer.duration);
  if (toSec - fromSec < LEAST_SEC) return null;
  const part = partOfClip(clip, fromSec, toSec, clip.id, rate);
  const size = outer.scale * (outer.scaleX ?? 1);
  const fitted = (part.fit ?? (part.type === 'video' || part.type === 'image' ? 'contain' : 'none')) !== 'none';
  const own = inner.settings;
  const canvas = document.settings;
  const scale = size * (fitted ? Math.min(own.width / canvas.width, own.height / canvas.height) : 1);
  const turn = (outer.rotation * Math.PI) / 180;
  const { x, y } = part;
  return {
    ...part,
    trackIndex,
    start: outer.start + part.start - outer.mediaStart,
    x: outer.x + size * (x * Math.cos(turn) - y * Math.sin(turn)),
    y: outer.y + size * (x * Math.sin(turn) + y * Math.cos(turn)),
    scale: part.scale * scale,
    rotation: part.rotation + outer.rotation,
    opacity: part.opacity * outer.opacity,
    volume: Math.min(4, part.volume * outer.volume),
    muted: part.muted || outer.muted,
    ...mapped('kfX', part.kfX, (value) => outer.x + size * value),
    ...mapped('kfY', part.kfY, (value) => outer.y + size * value),
    ...mapped('kfScale', part.kfScale, (value) => value * scale),
    ...mapped('kfRotation', part.kfRotation, (value) => value + outer.rotation),
    ...mapped('kfOpacity', part.kfOpacity, (value) => value * outer.opacity),
    ...mapped('kfVolume', part.kfVolume, (value) => value * outer.volume),
  };
}

const LEAST_SEC = 0.001;

function mapped(field: keyof Clip, keyframes: readonly Keyframe[] | undefined, change: (value: number) => number) {
  if (!keyframes) return {};
  return { [field]: keyframes.map((keyframe) => ({ ...keyframe, value: change(keyframe.value) })) };
}

/** Fields of a composition clip that its flattened clips have or do not need. */
const KEPT: ReadonlySet<string> = new Set([
  ...['id', 'type', 'name', 'src', 'start', 'duration', 'trackIndex', 'mediaStart', 'mediaDuration', 'groupId'],
  ...['x', 'y', 'scale', 'rotation', 'opacity', 'volume', 'muted', 'collapse', 'transition'],
]);

/** Lists what `flattenedDocument` leaves out of a composition clip, in words. Empty for clips of other types. */
export function lostInFlattening(document: Document, clip: Clip): string[] {
  const nested = nestedUse(document, clip);
  if (!nested) return [];
  if (!isSteady(clip)) return ['compositions that play at another speed, backwards, repeated or frozen'];
  const own = Object.entries(clip).some(([field, value]) => {
    return !KEPT.has(field) && value !== undefined && Reflect.get(CLIP_DEFAULTS, field) !== value;
  });
  return [
    ...(own ? ['effects, masks, crop, motion and fades of a composition as a whole'] : []),
    ...(clip.transition ? ['transitions of a composition'] : []),
    ...(clip.opacity < 1 ? ['the opacity of a composition as a whole'] : []),
    ...(nested.settings.background === 'transparent' ? [] : ['the background of a composition']),
  ];
}

import type { Clip } from '../document/clip.ts';
import type { Document, Marker } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { transitionWindow } from '../evaluate/transition-window.ts';
import { clipSpan, type Rate, rateOf } from '../time.ts';
import { markerColorName } from './marker-color.ts';

type Json = Record<string, unknown>;

/**
 * Writes a project as OpenTimelineIO JSON (core schemas: Timeline.1, Stack.1, Track.1, Clip.2, Gap.1, Transition.1).
 * Positions and lengths are whole frames at the project's rate. Data that OTIO does not support (texts, grades,
 * keyframes) is stored in `metadata.framemill`, from which importTimeline restores it. Transitions do not move clips,
 * so their `in_offset` is 0.
 */
export function writeOtio(document: Document): string {
  const rate = rateOf(document.settings.fps);
  const time = rationalTime(rate);
  const byTrack = Map.groupBy(document.clips, (clip) => clip.trackIndex);
  return JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { framemill: { version: document.version, settings: document.settings } },
    name: document.settings.name,
    global_start_time: null,
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      ...item('tracks', {}),
      source_range: null,
      markers: (document.markers ?? []).map((marker) => markerJson(marker, rate, time)),
      children: document.tracks.map((track) => trackJson(track, byTrack.get(track.id) ?? [], rate)),
    },
  });
}

function trackJson(track: TrackDef, clips: readonly Clip[], rate: Rate): Json {
  const time = rationalTime(rate);
  const placed = clips
    .map((clip) => ({ clip, span: clipSpan(clip, rate) }))
    .sort((a, b) => a.clip.start - b.clip.start);
  const children: Json[] = [];
  let cursor = 0;
  for (const [index, { clip, span }] of placed.entries()) {
    // Clips may overlap by a millisecond, which can be a frame after rounding. OTIO tracks do not allow that.
    const from = Math.max(cursor, span.startFrame);
    const frames = Math.max(1, span.endFrame - from);
    if (from > cursor) children.push(gapJson(from - cursor, time));
    const window = transitionWindow(placed, index, rate);
    const length = window ? window.endFrame - window.startFrame : 0;
    const edge = clip.transition?.edge ?? 'in';
    const written = window !== null && (edge === 'out' || children.at(-1)?.OTIO_SCHEMA !== 'Transition.1');
    const transition = written && clip.transition ? transitionJson(clip.transition, edge, length, time) : null;
    if (transition && edge === 'in') children.push(transition);
    children.push(clipJson(clip, { from, frames, transition: transition === null }, rate));
    if (transition && edge === 'out') children.push(transition);
    cursor = from + frames;
  }
  const { id: _id, ...stored } = track;
  return {
    OTIO_SCHEMA: 'Track.1',
    ...item(track.label, { framemill: { track: stored } }),
    enabled: track.type === 'audio' ? !track.muted : track.visible,
    kind: track.type === 'audio' ? 'Audio' : 'Video',
    source_range: null,
    children,
  };
}

function clipJson(clip: Clip, place: { from: number; frames: number; transition: boolean }, rate: Rate): Json {
  const time = rationalTime(rate);
  const { id: _id, trackIndex: _trackIndex, transition, ...rest } = clip;
  const stored = place.transition && transition ? { ...rest, transition } : rest;
  return {
    OTIO_SCHEMA: 'Clip.2',
    ...item(clip.name, { framemill: { clip: stored, startFrame: place.from, frames: place.frames } }),
    effects: timeEffects(clip),
    source_range: {
      OTIO_SCHEMA: 'TimeRange.1',
      start_time: time(((clip.freezeAt ?? clip.mediaStart) * rate.num) / rate.den),
      duration: time(place.frames),
    },
    media_references: { DEFAULT_MEDIA: mediaJson(clip, rate) },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}

function mediaJson(clip: Clip, rate: Rate): Json {
  const time = rationalTime(rate);
  const common = { metadata: {}, name: clip.name, available_image_bounds: null };
  if (clip.src === '') {
    return {
      OTIO_SCHEMA: 'GeneratorReference.1',
      ...common,
      generator_kind: `framemill.${clip.type}`,
      parameters: clip.textStyle ? { text: clip.textStyle.content } : {},
      available_range: null,
    };
  }
  return {
    OTIO_SCHEMA: 'ExternalReference.1',
    ...common,
    target_url: clip.src,
    available_range: {
      OTIO_SCHEMA: 'TimeRange.1',
      start_time: time(0),
      duration: time(
        (Math.max(clip.mediaDuration, clip.mediaStart + clip.duration * clip.speed) * rate.num) / rate.den,
      ),
    },
  };
}

/**
 * Returns the OTIO time effects of a clip. They do not change its length in the track, which is that of `source_range`.
 */
function timeEffects(clip: Clip): Json[] {
  const effect = { name: '', metadata: {}, enabled: true };
  if (clip.freezeAt !== null) {
    return [{ OTIO_SCHEMA: 'FreezeFrame.1', ...effect, effect_name: 'FreezeFrame', time_scalar: 0 }];
  }
  const scalar = clip.reverse ? -clip.speed : clip.speed;
  return scalar === 1
    ? []
    : [{ OTIO_SCHEMA: 'LinearTimeWarp.1', ...effect, effect_name: 'LinearTimeWarp', time_scalar: scalar }];
}

function transitionJson(
  transition: NonNullable<Clip['transition']>,
  edge: 'in' | 'out',
  frames: number,
  time: (value: number) => Json,
): Json {
  return {
    OTIO_SCHEMA: 'Transition.1',
    metadata: { framemill: { transition, frames } },
    name: transition.type,
    transition_type: transition.type === 'dissolve' ? 'SMPTE_Dissolve' : 'Custom_Transition',
    in_offset: time(edge === 'out' ? frames : 0),
    out_offset: time(edge === 'out' ? 0 : frames),
  };
}

function markerJson(marker: Marker, rate: Rate, time: (value: number) => Json): Json {
  const { id: _id, ...stored } = marker;
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: { framemill: { marker: stored } },
    name: marker.label ?? '',
    color: markerColorName(marker.color),
    comment: '',
    marked_range: {
      OTIO_SCHEMA: 'TimeRange.1',
      start_time: time((marker.time * rate.num) / rate.den),
      duration: time(0),
    },
  };
}

function gapJson(frames: number, time: (value: number) => Json): Json {
  return {
    OTIO_SCHEMA: 'Gap.1',
    ...item('', {}),
    source_range: { OTIO_SCHEMA: 'TimeRange.1', start_time: time(0), duration: time(frames) },
  };
}

/** Returns the fields that every OTIO item has. */
function item(name: string, metadata: Json): Json {
  return { metadata, name, effects: [], markers: [], enabled: true };
}

function rationalTime(rate: Rate): (value: number) => Json {
  return (value) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: rate.num / rate.den, value });
}

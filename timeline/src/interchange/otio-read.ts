import { isRecord } from '../document/json.ts';
import { shortened } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';
import { type Rate, rateOf } from '../time.ts';
import {
  type ImportedClip,
  type ImportedTimeline,
  type MarkedTrack,
  trimMarkers,
  trimTrack,
} from './imported-timeline.ts';
import { markerColorOf } from './marker-color.ts';
import {
  type OtioNode,
  type OtioRange,
  otioField,
  otioList,
  otioName,
  otioNode,
  otioRange,
  otioSeconds,
  otioStored,
  parseOtio,
} from './otio-node.ts';

/**
 * Reads OpenTimelineIO JSON: a Timeline with tracks of clips, gaps and transitions.
 * Nested stacks, disabled clips and all effects except time effects are left out and reported. `fps` is the project's
 * rate: files written at this rate are restored exactly. Throws `invalid_request` with the path of the fault.
 */
export function readOtio(data: string, fps: number): ImportedTimeline {
  return readOtioJson(parseOtio(data), fps);
}

/** Reads OpenTimelineIO JSON that is parsed already. See `readOtio`. */
export function readOtioJson(json: unknown, fps: number): ImportedTimeline {
  const root = otioNode(json, 'data');
  if (root.schema !== 'Timeline') {
    throw refuse(`data has the schema ${root.schema}, not Timeline. Export the whole timeline.`);
  }
  const stack = otioField(root, 'tracks');
  const fixes: string[] = [];
  const all = otioList(stack, 'children').map((track) => readTrack(track, rateOf(fps), fixes));
  const tracks = all.map((track) => partOf(track, stack, fixes));
  const range = otioRange(stack, 'source_range');
  const whole = otioList(stack, 'markers').map((marker) => readMarker(marker, 0));
  const markers = range ? trimMarkers(whole, range) : whole;
  // In OTIO, markers of clips and tracks move with them; here all markers belong to the timeline.
  return { tracks, markers: [...markers, ...tracks.flatMap((track) => track.markers)], fixes };
}

/** Reads a track, or only the range that its source_range selects. */
function readTrack(node: OtioNode, rate: Rate, fixes: string[]): MarkedTrack {
  return partOf(readWholeTrack(node, rate, fixes), node, fixes);
}

/**
 * Returns the range of a track that the source_range of `node` selects. `node` is the track itself or the stack that
 * contains it.
 */
function partOf(track: MarkedTrack, node: OtioNode, fixes: string[]): MarkedTrack {
  const range = otioRange(node, 'source_range');
  if (!range) return track;
  const part = trimTrack(track, range);
  if (part.clips.length === 0 && track.clips.length > 0) {
    const [from, to] = [range.start, range.start + range.duration].map((sec) => `${sec.toFixed(3)} s`);
    const end = Math.max(...track.clips.map(({ start, duration }) => start + duration)).toFixed(3);
    fixes.push(
      `${node.path}: its source_range, ${from} to ${to}, takes none of its ${track.clips.length} clips, which ` +
        `end at ${end} s; they were left out.`,
    );
  }
  return part;
}

function readWholeTrack(node: OtioNode, rate: Rate, fixes: string[]): MarkedTrack {
  // The oldest OTIO files call a track a Sequence.
  if (node.schema !== 'Track' && node.schema !== 'Sequence')
    throw refuse(`${node.path} has the schema ${node.schema}, not Track. Flatten it first.`);
  const stored = otioStored(node).track;
  const audio = node.fields.kind === 'Audio';
  const enabled = node.fields.enabled !== false;
  const track: MarkedTrack = {
    type: audio ? 'audio' : isRecord(stored) && stored.type === 'text' ? 'text' : 'video',
    name: otioName(node),
    visible: audio || enabled,
    muted: isRecord(stored) && typeof stored.muted === 'boolean' ? stored.muted : audio && !enabled,
    clips: [],
    markers: otioList(node, 'markers').map((marker) => readMarker(marker, 0)),
  };
  let cursor = 0;
  let coming: OtioNode | null = null;
  let last: { clip: ImportedClip; end: number } | null = null;
  for (const child of otioList(node, 'children')) {
    if (child.schema === 'Transition') {
      if (last && last.end === cursor && isExit(child)) last.clip.transition = readTransition(child, rate);
      else coming = child;
      continue;
    }
    const range = rangeOf(child);
    if (child.schema === 'Clip' && child.fields.enabled !== false && range.duration > 0) {
      const clip = readClip(child, cursor, range, rate, fixes);
      fixes.push(...otherEffects(child));
      if (coming) clip.transition = readTransition(coming, rate);
      if (coming && otioSeconds(coming, 'in_offset') > 0)
        fixes.push(`${coming.path} begins at the cut, not before it, and is as long.`);
      track.clips.push(clip);
      for (const marker of otioList(child, 'markers')) track.markers.push(readMarker(marker, cursor - range.start));
      last = { clip, end: cursor + range.duration };
    } else {
      if (child.schema !== 'Gap')
        fixes.push(`${child.path} (${child.schema} "${otioName(child)}") is nested or disabled; it was left out.`);
      leave(coming, last?.end === cursor ? last.clip : null, rate, fixes);
    }
    coming = null;
    cursor += range.duration;
  }
  leave(coming, last?.end === cursor ? last.clip : null, rate, fixes);
  return track;
}

/**
 * Turns a transition without a following clip into the exit transition of the previous clip. Reports that it was left
 * out when there is no such clip or the clip has a transition already.
 */
function leave(transition: OtioNode | null, clip: ImportedClip | null, rate: Rate, fixes: string[]): void {
  if (!transition) return;
  const read = readTransition(transition, rate);
  if (clip && read && !clip.transition) clip.transition = { ...read, edge: 'out' };
  else fixes.push(`${transition.path} has no clip that could have it; it was left out.`);
}

/**
 * Reports the effects that were left out: all except time effects. Effects that Framemill wrote are in the clip's
 * metadata instead.
 */
function otherEffects(node: OtioNode): string[] {
  return otioList(node, 'effects')
    .filter(({ schema }) => schema !== 'LinearTimeWarp' && schema !== 'FreezeFrame')
    .map((effect) => {
      const { effect_name: kind } = effect.fields;
      return `${effect.path} (${effect.schema} "${typeof kind === 'string' ? kind : otioName(effect)}") was left out.`;
    });
}

function readClip(node: OtioNode, start: number, range: OtioRange, rate: Rate, fixes: string[]): ImportedClip {
  const media = mediaOf(node);
  const available = media ? otioRange(media, 'available_range') : null;
  const scalar = timeScalar(node);
  const url = media?.fields.target_url;
  const stored = otioStored(node);
  const external = media?.schema === 'ExternalReference' && typeof url === 'string';
  const names = [external ? url : '', media ? otioName(media) : '', otioName(node)];
  const frame = (sec: number) => Math.round((sec * rate.num) / rate.den);
  // If another program moved or cut the clip, the file's own times apply instead of the stored ones.
  const untouched = stored.startFrame === frame(start) && stored.frames === frame(range.duration);
  const exact = untouched && isRecord(stored.clip) ? stored.clip : {};
  const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const freeze = node.fields.effects !== undefined && scalar === 0;
  const mediaStart = Math.max(0, range.start - (available?.start ?? 0));
  if (available && frame(range.start) < frame(available.start)) {
    const [own, first] = [range.start, available.start].map((sec) => `${sec.toFixed(3)} s`);
    fixes.push(
      `${node.path}: its source_range begins at ${own}, before its media (from ${first} on); it shows the media ` +
        'from its beginning.',
    );
  }
  // Written by this service and unchanged: the time counts from the source's beginning, however late it is.
  const isOwn = isNear(exact.mediaStart, mediaStart);
  return {
    where: node.path,
    name: shortened(otioName(node), 200),
    // A generator of this service is restored from the stored clip; any other generator needs media.
    sources: media?.schema === 'GeneratorReference' && isRecord(stored.clip) ? [] : names.filter((name) => name !== ''),
    start: number(exact.start, start),
    duration: number(exact.duration, range.duration),
    mediaStart: !freeze && isNear(exact.mediaStart, mediaStart) ? exact.mediaStart : mediaStart,
    hourSec: isOwn ? Number.POSITIVE_INFINITY : range.hourSec,
    mediaDuration: available?.duration ?? null,
    speed: scalar === 0 ? 1 : Math.abs(scalar),
    reverse: scalar < 0,
    freeze,
    transition: null,
    stored: stored.clip,
  };
}

/** Whether `exact`, a stored time, equals the time in the file apart from rounding. Seconds. */
function isNear(exact: unknown, file: number): exact is number {
  return typeof exact === 'number' && Math.abs(exact - file) < 1e-6;
}

function rangeOf(node: OtioNode): OtioRange {
  const own = otioRange(node, 'source_range');
  if (own) return own;
  const media = node.schema === 'Clip' ? mediaOf(node) : null;
  const available = media ? otioRange(media, 'available_range') : null;
  if (available) return available;
  const parts = otioList(node, 'children')
    .filter(({ schema }) => schema !== 'Transition')
    .map((child) => rangeOf(child).duration);
  if (parts.length === 0)
    throw refuse(`${node.path} has no source_range, and its media has no available_range. Add one.`);
  const duration = node.schema === 'Track' ? parts.reduce((sum, part) => sum + part, 0) : Math.max(...parts);
  return { start: 0, duration, hourSec: 3_600 };
}

/** Returns the media reference of a clip. Clip.1 has one reference, Clip.2 several by name. */
function mediaOf(node: OtioNode): OtioNode | null {
  const references = node.fields.media_references;
  if (isRecord(references)) {
    const key = node.fields.active_media_reference_key;
    const name = typeof key === 'string' ? key : 'DEFAULT_MEDIA';
    return isRecord(references[name])
      ? otioField({ path: `${node.path}.media_references`, schema: '', fields: references }, name)
      : null;
  }
  return isRecord(node.fields.media_reference) ? otioField(node, 'media_reference') : null;
}

function timeScalar(node: OtioNode): number {
  let scalar = 1;
  for (const effect of otioList(node, 'effects')) {
    if (effect.fields.enabled === false) continue;
    if (effect.schema === 'FreezeFrame') return 0;
    const { time_scalar: factor } = effect.fields;
    if (effect.schema === 'LinearTimeWarp' && typeof factor === 'number') scalar *= factor;
  }
  return scalar;
}

/** Whether a transition is a clip's exit transition. Framemill writes such a transition completely before the cut. */
function isExit(node: OtioNode): boolean {
  return (
    otioSeconds(node, 'out_offset') === 0 &&
    otioSeconds(node, 'in_offset') > 0 &&
    otioStored(node).transition !== undefined
  );
}

function readTransition(node: OtioNode, rate: Rate): ImportedClip['transition'] {
  const { transition, frames } = otioStored(node);
  const duration = otioSeconds(node, 'in_offset') + otioSeconds(node, 'out_offset');
  const untouched = frames === Math.round((duration * rate.num) / rate.den);
  const type =
    isRecord(transition) && typeof transition.type === 'string' ? transition.type : otioName(node).toLowerCase();
  return {
    type: node.fields.transition_type === 'SMPTE_Dissolve' ? 'dissolve' : type,
    duration,
    edge: isExit(node) ? 'out' : 'in',
    stored: untouched ? transition : undefined,
  };
}

function readMarker(node: OtioNode, offset: number): ImportedTimeline['markers'][number] {
  const stored = otioStored(node).marker;
  const range = otioRange(node, 'marked_range') ?? otioRange(node, 'range');
  const time = Math.max(0, (range?.start ?? 0) + offset);
  const label = shortened(otioName(node), 200);
  const exact = isRecord(stored) && isNear(stored.time, time) ? stored.time : time;
  const css = isRecord(stored) && typeof stored.color === 'string' ? stored.color : markerColorOf(node.fields.color);
  const named = isRecord(stored) && stored.color === undefined ? undefined : css;
  return { time: exact, ...(label ? { label } : {}), ...(named ? { color: named } : {}) };
}

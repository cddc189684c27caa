import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/refuse.ts';
import type { TrackType } from '../vocabulary/index.ts';
import { findTrack, nameOf } from './find-clip.ts';

/** Track types that are allowed for each clip type. The first is the default. */
const SUITABLE: Record<Clip['type'], readonly TrackType[]> = {
  video: ['video'],
  image: ['video'],
  html: ['video'],
  adjustment: ['video'],
  sticker: ['video', 'text'],
  shape: ['video', 'text'],
  text: ['text', 'video'],
  audio: ['audio'],
};

/** Clip types whose default is the highest track of their type; all others start on the lowest. */
const STARTS_ON_TOP: ReadonlySet<Clip['type']> = new Set(['sticker', 'shape', 'html', 'adjustment']);

/** Track on which the search for free time starts. `null`: a new track of `type` is needed. */
export interface WantedTrack {
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

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';
import { refuse } from '../errors/refuse.ts';
import type { TrackType } from '../vocabulary/index.ts';
import { findTrack, nameOf } from './find-clip.ts';

/** Types of track that a type of clip may lie on; the first is where it goes by itself. */
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

/** Clips that belong over others start on the highest track of their type, the rest on the lowest. */
const STARTS_ON_TOP: ReadonlySet<Clip['type']> = new Set(['sticker', 'shape', 'html', 'adjustment']);

/** A track for a clip to start looking for room on, or null when one must be made of `type`. */
export interface WantedTrack {
  track: TrackDef | null;
  type: TrackType;
  fixes: string[];
}

/** True when a clip of `type` may lie on the track. */
export function suits(type: Clip['type'], track: TrackDef): boolean {
  return SUITABLE[type].includes(track.type);
}

/**
 * The track that a new or moved clip asks for. Without `trackIndex`: the first unlocked one of its type. One of the
 * wrong type is replaced and reported; an unknown or locked one throws.
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

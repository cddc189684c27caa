import type { Clip } from '../document/clip.ts';
import { type ClipSpan, clipSpan } from '../time/clip-span.ts';
import { frameOf, type Rate } from '../time/rate.ts';

/** How far two clips of a track may lie apart, or overlap, and still be neighbours. Frames. */
const NEIGHBOUR_TOLERANCE = 1;

/** A clip of a track and its frames. */
export interface PlacedClip {
  clip: Clip;
  span: ClipSpan;
}

/** The frames in which a clip's transition runs: `startFrame` up to, not including, `endFrame`. */
export interface TransitionWindow extends ClipSpan {
  /** The clip that goes; null: from transparent. */
  outgoing: PlacedClip | null;
  /** The clip that comes; null: to transparent. */
  incoming: PlacedClip | null;
}

/** The clips of one track by start, each with its frames. */
export function placeClips(clips: readonly Clip[], rate: Rate): PlacedClip[] {
  return clips.map((clip) => ({ clip, span: clipSpan(clip, rate) })).sort((a, b) => a.clip.start - b.clip.start);
}

/**
 * The window of the transition of `track[index]`, or null when it has none or it is shorter than a frame. With a
 * neighbour before it the window is at most half the shorter of the two; alone, at most the clip.
 */
export function transitionWindow(track: readonly PlacedClip[], index: number, rate: Rate): TransitionWindow | null {
  const own = track[index];
  const transition = own?.clip.transition;
  if (!own || !transition) return null;
  const wanted = frameOf(transition.duration, rate);
  const ownFrames = lengthOf(own.span);
  if (transition.edge === 'out') {
    const frames = Math.min(wanted, ownFrames);
    const { endFrame } = own.span;
    return frames < 1 ? null : { startFrame: endFrame - frames, endFrame, outgoing: own, incoming: null };
  }
  const outgoing = neighbourBefore(track, index);
  const longest = outgoing ? Math.floor(Math.min(ownFrames, lengthOf(outgoing.span)) / 2) : ownFrames;
  const frames = Math.min(wanted, longest);
  const { startFrame } = own.span;
  return frames < 1 ? null : { startFrame, endFrame: startFrame + frames, outgoing, incoming: own };
}

/** The clip of the track that ends where `track[index]` starts, give or take a frame. */
export function neighbourBefore(track: readonly PlacedClip[], index: number): PlacedClip | null {
  const own = track[index];
  if (!own) return null;
  // Clips of a track hardly ever overlap, so the neighbour is at most a few places back.
  for (let before = index - 1; before >= Math.max(0, index - 4); before -= 1) {
    const candidate = track[before];
    if (candidate && Math.abs(candidate.span.endFrame - own.span.startFrame) <= NEIGHBOUR_TOLERANCE) return candidate;
  }
  return null;
}

function lengthOf(span: ClipSpan): number {
  return span.endFrame - span.startFrame;
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { type ClipSpan, clipSpan, frameOf, type Rate, rateOf } from '../time.ts';

/** Maximum gap or overlap, in frames, between two clips of a track that count as adjacent. */
const NEIGHBOUR_TOLERANCE = 1;

/** A clip of a track and its range of frames. */
export interface PlacedClip {
  clip: Clip;
  span: ClipSpan;
}

/** Frames in which a clip's transition runs: from `startFrame` up to, but not including, `endFrame`. */
export interface TransitionWindow extends ClipSpan {
  /** Outgoing clip; `null`: the transition starts from transparency. */
  outgoing: PlacedClip | null;
  /** Incoming clip; `null`: the transition ends in transparency. */
  incoming: PlacedClip | null;
}

/** Returns the clips of one track by start, each with its frames. */
export function placeClips(clips: readonly Clip[], rate: Rate): PlacedClip[] {
  return clips.map((clip) => ({ clip, span: clipSpan(clip, rate) })).sort((a, b) => a.clip.start - b.clip.start);
}

/**
 * Returns the frames in which the transition of `track[index]` runs; `null` without a transition of at least one frame.
 * A transition from an adjacent clip is at most half as long as the shorter of the two clips. Any other transition is
 * at most as long as its clip.
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

/** Returns the clip of the track that ends where `track[index]` starts, within one frame. `null` if there is none. */
export function neighbourBefore(track: readonly PlacedClip[], index: number): PlacedClip | null {
  const own = track[index];
  if (!own) return null;
  // Clips of a track hardly ever overlap, so the neighbour is at most a few indices before.
  for (let before = index - 1; before >= Math.max(0, index - 4); before -= 1) {
    const candidate = track[before];
    if (candidate && Math.abs(candidate.span.endFrame - own.span.startFrame) <= NEIGHBOUR_TOLERANCE) return candidate;
  }
  return null;
}

function lengthOf(span: ClipSpan): number {
  return span.endFrame - span.startFrame;
}

/**
 * Returns the clips of the visible tracks, bottom first, without audio clips. The clips of a track are sorted by start.
 */
export function shownTracks(document: Document): PlacedClip[][] {
  const rate = rateOf(document.settings.fps);
  const visible = document.clips.filter((clip) => clip.type !== 'audio');
  const byTrack = Map.groupBy(visible, (clip) => clip.trackIndex);
  return document.tracks.filter((track) => track.visible).map((track) => placeClips(byTrack.get(track.id) ?? [], rate));
}

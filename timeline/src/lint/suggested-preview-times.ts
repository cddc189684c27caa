import type { Document } from '../document/document.ts';
import { placeClips, transitionWindow } from '../evaluate/transition-window.ts';
import { clipSpan, rateOf, secondsOf, totalFrames } from '../time.ts';

/** Maximum number of suggested times. */
const MOST = 8;

/**
 * Suggests times for previews: the middles of visible clips and of transitions between them, spread over the timeline.
 * Seconds, ascending, each at the start of a frame. Empty without visible clips.
 */
export function suggestedPreviewTimes(document: Document): number[] {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  const middles = new Set<number>();
  for (const clip of document.clips) {
    if (clip.type === 'audio' || !visible.has(clip.trackIndex)) continue;
    const { startFrame, endFrame } = clipSpan(clip, rate);
    middles.add(Math.floor((startFrame + endFrame) / 2));
  }
  for (const frame of transitionMiddles(document, visible)) middles.add(frame);
  const frames = [...middles].sort((a, b) => a - b);
  return spread(frames, totalFrames(document)).map((frame) => Number(secondsOf(frame, rate).toFixed(3)));
}

function* transitionMiddles(document: Document, visible: ReadonlySet<number>): Generator<number> {
  const rate = rateOf(document.settings.fps);
  const byTrack = Map.groupBy(document.clips, (clip) => clip.trackIndex);
  for (const [trackIndex, clips] of byTrack) {
    if (!visible.has(trackIndex) || !clips.some((clip) => clip.transition)) continue;
    const track = placeClips(clips, rate);
    for (const index of track.keys()) {
      const window = transitionWindow(track, index, rate);
      if (window?.outgoing && window.incoming) yield Math.floor((window.startFrame + window.endFrame) / 2);
    }
  }
}

/** Selects at most `MOST` frames: those nearest to the middles of equally long sections of the timeline. */
function spread(frames: readonly number[], total: number): number[] {
  if (frames.length <= MOST) return [...frames];
  const chosen = new Set<number>();
  for (let part = 0; part < MOST; part += 1) {
    const target = ((part + 0.5) * total) / MOST;
    chosen.add(frames.reduce((best, frame) => (Math.abs(frame - target) < Math.abs(best - target) ? frame : best)));
  }
  return [...chosen].sort((a, b) => a - b);
}

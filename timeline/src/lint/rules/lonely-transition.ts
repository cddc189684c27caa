import { placeClips, transitionWindow } from '../../evaluate/transition-window.ts';
import { rateOf } from '../../time/rate.ts';
import type { LintRule } from './rule.ts';

/** Finds transitions without a previous clip, and transitions that are shorter than a frame. */
export const lonelyTransition: LintRule = function* (document) {
  const rate = rateOf(document.settings.fps);
  for (const clips of Map.groupBy(document.clips, (clip) => clip.trackIndex).values()) {
    if (!clips.some((clip) => clip.transition)) continue;
    const track = placeClips(clips, rate);
    for (const [index, { clip }] of track.entries()) {
      if (!clip.transition || clip.transition.edge === 'out') continue;
      const window = transitionWindow(track, index, rate);
      const { type } = clip.transition;
      if (!window) {
        yield {
          severity: 'note',
          time: clip.start,
          clipId: clip.id,
          message: `Clip ${clip.id}: its ${type} is shorter than a frame and is not shown. Lengthen it.`,
        };
      } else if (!window.outgoing && clip.type !== 'text' && clip.type !== 'shape' && clip.type !== 'sticker') {
        yield {
          severity: 'note',
          time: clip.start,
          clipId: clip.id,
          message: `Clip ${clip.id}: no clip ends where its ${type} starts, so it appears from transparent. Move a clip next to it if this is unintended.`,
        };
      }
    }
  }
};

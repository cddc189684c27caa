import { LIMITS } from '../../document/limits.ts';
import type { LintRule } from './rule.ts';

/**
 * Gap after all other clips from which a start is probably a mistake, such as milliseconds taken for seconds. Seconds.
 */
const FAR_SEC = 300;

/** Finds clips far after the end of all others, and clips beyond the longest timeline. */
export const outsideTimeline: LintRule = function* (document) {
  let end = 0;
  for (const clip of document.clips.toSorted((a, b) => a.start - b.start)) {
    if (clip.start + clip.duration > LIMITS.seconds) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id} ends at ${(clip.start + clip.duration).toFixed(2)} s, but a timeline lasts at most ${LIMITS.seconds} s. Move or shorten it.`,
      };
    } else if (end > 0 && clip.start > end + FAR_SEC) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id} starts at ${clip.start.toFixed(2)} s, ${(clip.start - end).toFixed(0)} s after everything else has ended. Times are in seconds. Move the clip if this is unintended.`,
      };
    }
    end = Math.max(end, clip.start + clip.duration);
  }
};

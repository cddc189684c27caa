import { isUnderFrame } from '../../command/require-frame.ts';
import type { LintRule } from './rule.ts';

/** Finds clips that are shorter than a frame and are therefore shown for a whole one. */
export const shortClip: LintRule = function* (document) {
  for (const clip of document.clips) {
    if (!isUnderFrame(document, clip.duration)) continue;
    yield {
      severity: 'warn',
      time: clip.start,
      clipId: clip.id,
      message: `Clip ${clip.id} lasts ${clip.duration} s, less than a frame; it is shown for one. Lengthen or remove it.`,
    };
  }
};

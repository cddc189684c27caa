import { rateOf } from '../../time/rate.ts';
import type { LintRule } from './rule.ts';

/** Clips shorter than a frame are shown for a whole one. */
export const shortClip: LintRule = function* (document) {
  const rate = rateOf(document.settings.fps);
  const frameSec = rate.den / rate.num;
  for (const clip of document.clips) {
    if (clip.duration >= frameSec * 0.999) continue;
    yield {
      severity: 'warn',
      time: clip.start,
      message: `Clip ${clip.id} lasts ${clip.duration} s, less than a frame; it is shown for one. Lengthen or remove it.`,
    };
  }
};

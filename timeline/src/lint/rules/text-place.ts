import { shownTexts } from '../shown-texts.ts';
import type { LintRule } from './rule.ts';

/** Inner share of the canvas that every screen shows. */
const TITLE_SAFE = 0.9;

/** Finds texts whose resting position is partly outside the canvas or its title-safe area. */
export const textPlace: LintRule = function* (document, context) {
  const { width, height } = document.settings;
  for (const { clip, box } of shownTexts(document, context)) {
    const reachX = Math.max(-box.left, box.right);
    const reachY = Math.max(-box.top, box.bottom);
    const time = clip.start + clip.duration / 2;
    if (reachX > width / 2 || reachY > height / 2) {
      yield {
        severity: 'warn',
        time,
        clipId: clip.id,
        message: `Text ${clip.id} leaves the canvas. Make it smaller, wrap it with style.width or move it.`,
      };
    } else if (reachX > (width / 2) * TITLE_SAFE || reachY > (height / 2) * TITLE_SAFE) {
      yield {
        severity: 'note',
        time,
        clipId: clip.id,
        message: `Text ${clip.id} leaves the title-safe inner 90 %. Move it inwards or make it smaller.`,
      };
    }
  }
};

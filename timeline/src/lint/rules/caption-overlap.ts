import { shownTexts } from '../shown-texts.ts';
import { boxesMeet, type ShownText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** Finds captions that overlap another text at the same time. */
export const captionOverlap: LintRule = function* (document, context) {
  let showing: ShownText[] = [];
  for (const text of shownTexts(document, context)) {
    showing = showing.filter(({ clip }) => clip.start + clip.duration > text.clip.start + 0.001);
    for (const other of showing) {
      if (!text.clip.isCaption && !other.clip.isCaption) continue;
      if (!boxesMeet(text.box, other.box)) continue;
      const [caption, beside] = text.clip.isCaption ? [text.clip, other.clip] : [other.clip, text.clip];
      yield {
        severity: 'warn',
        time: text.clip.start,
        clipId: caption.id,
        message: `Caption ${caption.id} overlaps text ${beside.id}. Move one of them, or show one after the other.`,
      };
    }
    showing.push(text);
  }
};

import { shownTexts } from '../shown-texts.ts';
import { boxesMeet, type ShownText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/**
 * Finds identical texts in the same place at the same time: most likely a command was sent twice. Captions have a rule
 * of their own.
 */
export const doubledText: LintRule = function* (document, context) {
  const showing = new Map<string, ShownText[]>();
  for (const text of shownTexts(document, context)) {
    const content = text.textStyle.content.trim();
    if (content === '' || text.clip.isCaption) continue;
    const same = (showing.get(content) ?? []).filter(
      ({ clip }) => clip.start + clip.duration > text.clip.start + 0.001,
    );
    const other = same.find(({ box }) => boxesMeet(box, text.box));
    showing.set(content, [...same, text]);
    if (!other) continue;
    yield {
      severity: 'warn',
      time: text.clip.start,
      clipId: text.clip.id,
      message: `Text ${text.clip.id} overlaps text ${other.clip.id} with the same content. Remove or move one of them.`,
    };
  }
};

import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../../document/text-defaults.ts';
import { shownTexts } from '../shown-texts.ts';
import { textBox } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** Finds texts with more lines than maxLines allows, so that their end is cut off. */
export const textOverflow: LintRule = function* (document, context) {
  for (const { clip, textStyle, box } of shownTexts(document, context)) {
    if (textStyle.maxLines === undefined || textStyle.overflow === 'visible') continue;
    // Padding is left out, because it does not shrink with the text.
    const { maxLines: _, background: __, ...open } = textStyle;
    const fontSize = textStyle.fontSize ?? TEXT_DEFAULTS.fontSize;
    const smallest =
      textStyle.overflow === 'shrink' ? Math.min(fontSize, textStyle.minFontSize ?? MIN_FONT_SIZE) : fontSize;
    const whole = textBox(clip, { ...open, fontSize: smallest, overflow: 'visible' }, context);
    const line = smallest * (textStyle.lineHeight ?? TEXT_DEFAULTS.lineHeight) * clip.scale * (clip.scaleY ?? 1);
    const around = 2 * (textStyle.background?.paddingY ?? 0) * clip.scale * (clip.scaleY ?? 1);
    const room = textStyle.overflow === 'shrink' ? line * textStyle.maxLines : box.bottom - box.top - around;
    if (whole.bottom - whole.top <= room + line / 2) continue;
    yield {
      severity: 'warn',
      time: clip.start + clip.duration / 2,
      clipId: clip.id,
      message: `Text ${clip.id} is cut after ${textStyle.maxLines} lines. Shorten it, raise maxLines or use overflow shrink with a smaller minFontSize.`,
    };
  }
};

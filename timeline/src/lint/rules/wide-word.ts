import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../../document/text-defaults.ts';
import { shownTexts } from '../shown-texts.ts';
import { estimateText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** Widths of shaped text differ by less from what they are compared with. Pixels. */
const ROUNDING = 0.5;

/** Texts with a word that is wider than the box that they wrap in: it stands out of it, or is cut. */
export const wideWord: LintRule = function* (document, context) {
  const { measureText = estimateText } = context;
  for (const { clip, textStyle } of shownTexts(document, context)) {
    const { width = 0, overflow, overflowWrap, fontSize = TEXT_DEFAULTS.fontSize } = textStyle;
    if (width === 0 || overflowWrap === 'anywhere') continue;
    // What is drawn is narrow enough by then: the whole words are measured.
    const smallest = Math.min(fontSize, textStyle.minFontSize ?? MIN_FONT_SIZE);
    const whole =
      overflow === 'shrink' || overflow === 'ellipsis'
        ? measureText({ ...textStyle, overflow: 'visible', fontSize: overflow === 'shrink' ? smallest : fontSize })
        : measureText(textStyle);
    if (whole.width <= width + ROUNDING) continue;
    const fate = overflow === 'ellipsis' ? 'is cut' : 'stands out of it';
    yield {
      severity: 'warn',
      time: clip.start + clip.duration / 2,
      clipId: clip.id,
      message: `Text ${clip.id} has a word that is ${Math.round(whole.width)} px wide and ${fate}: its style.width is ${width}. Use a smaller fontSize, a larger width, overflow shrink, or overflowWrap anywhere to break it.`,
    };
  }
};

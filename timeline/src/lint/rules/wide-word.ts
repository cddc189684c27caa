import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../../document/text-defaults.ts';
import { shownTexts } from '../shown-texts.ts';
import { estimateText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** Tolerance for widths of shaped text. Pixels. */
const ROUNDING = 0.5;

/** Finds texts with a word that is wider than the box in which they wrap, so that it protrudes or is cut. */
export const wideWord: LintRule = function* (document, context) {
  const { measureText = estimateText } = context;
  for (const { clip, textStyle } of shownTexts(document, context)) {
    const { width = 0, overflow, overflowWrap, fontSize = TEXT_DEFAULTS.fontSize } = textStyle;
    if (width === 0 || overflowWrap === 'anywhere') continue;
    // The drawn text is already shrunk or cut, so the whole words are measured.
    const smallest = Math.min(fontSize, textStyle.minFontSize ?? MIN_FONT_SIZE);
    const whole =
      overflow === 'shrink' || overflow === 'ellipsis'
        ? measureText({ ...textStyle, overflow: 'visible', fontSize: overflow === 'shrink' ? smallest : fontSize })
        : measureText(textStyle);
    if (whole.width <= width + ROUNDING) continue;
    const fate = overflow === 'ellipsis' ? 'is cut' : 'extends beyond its box';
    yield {
      severity: 'warn',
      time: clip.start + clip.duration / 2,
      clipId: clip.id,
      message: `Text ${clip.id} has a word that is ${Math.round(whole.width)} px wide and ${fate}: its style.width is ${width}. Use a smaller fontSize, a larger width, overflow shrink, or overflowWrap anywhere to break it.`,
    };
  }
};

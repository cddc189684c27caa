import type { Clip } from '../../document/clip.ts';
import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../../document/clip-fields.ts';
import type { Document } from '../../document/document.ts';
import type { LintContext, LintRule } from '../lint-entry.ts';
import { boxesMeet, estimateText, type ShownText, shownTexts, textBox } from '../text-box.ts';

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
      message:
        `Text ${clip.id} is cut after ${textStyle.maxLines} lines. Shorten it, raise maxLines or use overflow ` +
        'shrink with a smaller minFontSize.',
    };
  }
};

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
      message:
        `Text ${clip.id} has a word that is ${Math.round(whole.width)} px wide and ${fate}: its style.width is ` +
        `${width}. Use a smaller fontSize, a larger width, overflow shrink, or overflowWrap anywhere to break it.`,
    };
  }
};

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

/**
 * Finds identical texts in the same place at the same time. Most likely a command was sent twice. Captions are checked
 * by another rule.
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

/** Maximum number of characters named in a message. */
const MOST_NAMED = 8;

/** Finds texts with characters that no font contains; each such character is drawn as an empty box. */
export const missingGlyphs: LintRule = function* (document, context) {
  for (const { clip, message } of textsWithoutGlyphs(document, context)) {
    yield { severity: 'warn', time: clip.start + clip.duration / 2, clipId: clip.id, message };
  }
};

/**
 * Finds the visible texts with characters that no font contains. `missing` lists these characters without duplicates.
 */
export function* textsWithoutGlyphs(
  document: Document,
  context: LintContext,
): Generator<{ clip: Clip; missing: readonly string[]; message: string }> {
  const { measureText = estimateText } = context;
  for (const { clip, textStyle } of shownTexts(document, context)) {
    const { missing } = measureText(textStyle);
    if (missing.length === 0) continue;
    yield { clip, missing, message: missingGlyphsMessage(`Text ${clip.id}`, missing) };
  }
}

/**
 * Returns the message for characters that no font contains: the subject, the first eight characters, and the remedy.
 * `missing` must not be empty.
 */
export function missingGlyphsMessage(subject: string, missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).map(codeOf).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return (
    `${subject} has characters that no font has: ${named}${more}. Upload a font that has them, or use other ` +
    'characters.'
  );
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

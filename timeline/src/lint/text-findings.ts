import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { textPlace, textsWithoutGlyphs } from './rules/text.ts';
import { faintTexts } from './rules/text-contrast.ts';

/**
 * A problem of a text in a finished video. `value` is its contrast (1-21) or the number of characters that no font
 * contains.
 */
export interface TextFinding {
  kind: 'safe-area' | 'contrast' | 'glyphs';
  severity: 'warn' | 'note';
  clip: Clip;
  value: number | null;
  message: string;
}

/**
 * Finds problems of the texts on visible tracks (the first 2,000): outside the title-safe area, contrast below
 * `leastContrast`, or characters that no font contains.
 * Such characters are drawn as empty boxes. `layout` is the function `layout` of a text engine.
 */
export function textFindings(
  document: Document,
  layout: (style: TextStyle) => TextLayout,
  leastContrast: number,
): TextFinding[] {
  const layouts = new Map<TextStyle, TextLayout>();
  const laidOut = (style: TextStyle) => {
    const known = layouts.get(style) ?? layout(style);
    layouts.set(style, known);
    return known;
  };
  const context = { media: () => null, measureText: laidOut };
  const clips = new Map(document.clips.map((clip) => [clip.id, clip]));
  const places = [...textPlace(document, context)].flatMap(({ clipId = '', severity, message }): TextFinding[] => {
    const clip = clips.get(clipId);
    return clip ? [{ kind: 'safe-area', severity, clip, value: null, message }] : [];
  });
  const faint = [...faintTexts(document, context, leastContrast)].map(({ clip, ratio }): TextFinding => {
    const message =
      `Text ${clip.id} is hard to read: its contrast with the background is ${ratio.toFixed(1)}, below ` +
      `${leastContrast}. Change the colour of one of them.`;
    return { kind: 'contrast', severity: 'warn', clip, value: ratio, message };
  });
  const glyphs = [...textsWithoutGlyphs(document, context)].map(({ clip, missing, message }): TextFinding => {
    return { kind: 'glyphs', severity: 'warn', clip, value: missing.length, message };
  });
  return [...glyphs, ...places, ...faint];
}

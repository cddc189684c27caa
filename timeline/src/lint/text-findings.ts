import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { faintTexts } from './rules/text-contrast.ts';
import { textPlace } from './rules/text-place.ts';
import { shownTexts } from './shown-texts.ts';

/** What is wrong with a text of a finished film. `value`: its contrast (1-21), or how many characters no font has. */
export interface TextFinding {
  kind: 'safe-area' | 'contrast' | 'glyphs';
  severity: 'warn' | 'note';
  clip: Clip;
  value: number | null;
  message: string;
}

/** Characters without a shape of their own: a font need not have them. */
const UNSEEN = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Variation_Selector}]$/u;

/** Characters that a message names. */
const MOST_NAMED = 8;

/**
 * All texts on visible tracks (the first 2,000) that leave the title-safe part of the canvas, differ from the colour behind them by less than
 * `leastContrast`, or have characters that no font has, so that an empty box is drawn. `layout` is a text engine's.
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
    const message = `Text ${clip.id} is hard to read: contrast ${ratio.toFixed(1)} with what lies behind it, ${leastContrast} is the least.`;
    return { kind: 'contrast', severity: 'warn', clip, value: ratio, message };
  });
  const glyphs = shownTexts(document, context).flatMap(({ clip, textStyle }): TextFinding[] => {
    const missing = missingCharacters(laidOut(textStyle));
    if (missing.size === 0) return [];
    const named = [...missing].slice(0, MOST_NAMED).map(codeOf).join(', ');
    const more = missing.size > MOST_NAMED ? ` and ${missing.size - MOST_NAMED} more` : '';
    const message = `Text ${clip.id} has characters that no font has: ${named}${more}. Upload a font that has them, or write others.`;
    return [{ kind: 'glyphs', severity: 'warn', clip, value: missing.size, message }];
  });
  return [...glyphs, ...places, ...faint];
}

/** Glyph 0 of every font is what is drawn where it lacks a character. */
function missingCharacters({ lines }: TextLayout): Set<string> {
  const missing = new Set<string>();
  for (const { text, glyphs } of lines) {
    for (const { glyphId, cluster } of glyphs) {
      const character = glyphId === 0 ? String.fromCodePoint(text.codePointAt(cluster) ?? 32) : ' ';
      if (!UNSEEN.test(character)) missing.add(character);
    }
  }
  return missing;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

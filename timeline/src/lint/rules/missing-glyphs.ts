import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import type { LintContext } from '../lint-entry.ts';
import { shownTexts } from '../shown-texts.ts';
import { estimateText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

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
  return `${subject} has characters that no font has: ${named}${more}. Upload a font that has them, or use other characters.`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

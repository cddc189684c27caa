import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import type { LintContext } from '../lint-entry.ts';
import { shownTexts } from '../shown-texts.ts';
import { estimateText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** Characters that a message names. */
const MOST_NAMED = 8;

/** Texts with characters that no font has: each is drawn as an empty box. */
export const missingGlyphs: LintRule = function* (document, context) {
  for (const { clip, message } of textsWithoutGlyphs(document, context)) {
    yield { severity: 'warn', time: clip.start + clip.duration / 2, clipId: clip.id, message };
  }
};

/** Finds the visible texts with characters that no font has. `missing`: those characters, each once. */
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

/** Says that `subject` has characters that no font has, names the first eight, and what to do. `missing`: at least one. */
export function missingGlyphsMessage(subject: string, missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).map(codeOf).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return `${subject} has characters that no font has: ${named}${more}. Upload a font that has them, or use other characters.`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

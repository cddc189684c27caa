import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { TextSize } from '../text/text-layout.ts';
import type { LintContext, LintEntry } from './lint-entry.ts';
import { LINT_RULES } from './rules/index.ts';
import { estimateText } from './text-box.ts';

/** Maximum number of entries in a report. */
const MOST = 10;

/**
 * Limits for measuring texts with their fonts, because lint runs at every request.
 * Measuring takes 0.15 ms a text, up to 15 ms for a page of text.
 */
const MOST_MEASURED = { texts: 300, characters: 20_000 };

/**
 * Finds probable mistakes in a project: at most 10 entries, warnings first, then by rule and time.
 * Texts are measured until 300 texts or 20,000 characters in total are reached; the sizes of all later texts are
 * estimated.
 */
export function lint(document: Document, given: LintContext): LintEntry[] {
  const context = { ...given, measureText: rememberedSizes(given) };
  const found = LINT_RULES.flatMap((rule) => {
    const entries = Iterator.from(rule(document, context))
      .take(MOST * 2)
      .toArray();
    return entries.sort((a, b) => a.time - b.time);
  });
  const rank = (entry: LintEntry) => (entry.severity === 'warn' ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

/** Caches text sizes, because several rules measure the same text. */
function rememberedSizes({ measureText }: LintContext): NonNullable<LintContext['measureText']> {
  if (!measureText) return estimateText;
  const known = new Map<TextStyle, TextSize>();
  let texts = 0;
  let characters = 0;
  return (style) => {
    const remembered = known.get(style);
    if (remembered) return remembered;
    texts += 1;
    characters += style.content.length;
    const affordable = texts <= MOST_MEASURED.texts && characters <= MOST_MEASURED.characters;
    const { width, height, missing } = affordable ? measureText(style) : estimateText(style);
    const size = { width, height, missing };
    known.set(style, size);
    return size;
  };
}

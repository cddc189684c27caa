import type { Catalogue } from '../command/command.ts';
import type { Outcome } from '../command/define-command.ts';
import { isFontSource } from '../document/sources.ts';

/** Adds `fixes` (automatic corrections) to a command's data, if there are any. */
export function withFixes(data: Record<string, unknown>, fixes: readonly string[]): Record<string, unknown> {
  return fixes.length > 0 ? { ...data, fixes } : data;
}

/** Returns the fixes (automatic corrections) in a command's data. */
export function fixesOf(data: Record<string, unknown> = {}): string[] {
  return Array.isArray(data.fixes) ? data.fixes.map(String) : [];
}

/**
 * Combines two steps of one command. The result has the document of the second step, and the data and fixes of both;
 * for the same field, the data of the second step applies.
 */
export function followedBy(first: Outcome, { document, data }: Outcome): Outcome {
  return { document, data: withFixes({ ...first.data, ...data }, [...fixesOf(first.data), ...fixesOf(data)]) };
}

/** Returns a note when a font is unavailable, because the text is then drawn in another font. Otherwise empty. */
export function fontNotes(catalogue: Catalogue, fontFamily: string | undefined): string[] {
  const families = catalogue.fonts.map(({ family }) => family);
  if (fontFamily === undefined || families.length === 0 || families.includes(fontFamily) || isFontSource(fontFamily))
    return [];
  return [
    `fontFamily "${fontFamily}" is not there; ${families[0]} is drawn instead. There are ${families.join(', ')}.`,
  ];
}

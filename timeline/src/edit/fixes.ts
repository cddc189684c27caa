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

/**
 * Returns the family that is drawn instead of a family that does not exist, which is the first of `families`. Null for
 * a family that exists, in any letter case, for the source of a font file, and when `families` is empty.
 */
export function substituteFamily(families: readonly string[], fontFamily: string): string | null {
  const wanted = fontFamily.toLowerCase();
  if (isFontSource(fontFamily) || families.some((family) => family.toLowerCase() === wanted)) return null;
  return families[0] ?? null;
}

/** Returns a note when a font is unavailable, because the text is then drawn in another font. Otherwise empty. */
export function fontNotes(catalogue: Catalogue, fontFamily: string | undefined): string[] {
  const families = catalogue.fonts.map(({ family }) => family);
  const substitute = fontFamily === undefined ? null : substituteFamily(families, fontFamily);
  if (substitute === null) return [];
  return [`fontFamily "${fontFamily}" is not there; ${substitute} is drawn instead. There are ${families.join(', ')}.`];
}

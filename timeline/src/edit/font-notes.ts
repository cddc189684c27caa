import type { Catalogue } from '../catalogue/catalogue.ts';
import { isFontSource } from '../document/font-source.ts';

/** Returns a note when a font is unavailable, because the text is then drawn in another font. Otherwise empty. */
export function fontNotes(catalogue: Catalogue, fontFamily: string | undefined): string[] {
  const families = catalogue.fonts.map(({ family }) => family);
  if (fontFamily === undefined || families.length === 0 || families.includes(fontFamily) || isFontSource(fontFamily))
    return [];
  return [
    `fontFamily "${fontFamily}" is not there; ${families[0]} is drawn instead. There are ${families.join(', ')}.`,
  ];
}

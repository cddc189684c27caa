import type { Catalogue } from '../catalogue/catalogue.ts';
import { isFontSource } from '../document/font-source.ts';

/** What to say about a font that is not there: text is then drawn in another one. */
export function fontNotes(catalogue: Catalogue, fontFamily: string | undefined): string[] {
  const families = catalogue.fonts.map(({ family }) => family);
  if (fontFamily === undefined || families.length === 0 || families.includes(fontFamily) || isFontSource(fontFamily))
    return [];
  return [
    `fontFamily "${fontFamily}" is not there; ${families[0]} is drawn instead. There are ${families.join(', ')}.`,
  ];
}

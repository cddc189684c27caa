import type { TextStyle } from '../document/text-style.ts';
import type { LoadedFont } from './loaded-font.ts';

/**
 * The fonts to try for a text, in order: of the style's family the one nearest in slant and weight, then likewise one of
 * each other family in the order they were given. An unknown family falls back to the first.
 */
export function fontChain(fonts: readonly LoadedFont[], style: TextStyle): LoadedFont[] {
  const wanted = style.fontFamily?.toLowerCase();
  const families = [...Map.groupBy(fonts, (font) => font.family.toLowerCase())];
  const ordered = families.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  return ordered.flatMap(
    ([, members]) => nearest(members, style.fontWeight ?? 400, style.fontStyle === 'italic') ?? [],
  );
}

function nearest(members: readonly LoadedFont[], weight: number, italic: boolean): LoadedFont | undefined {
  const distance = (font: LoadedFont) => Math.abs(font.weight - weight) + (font.italic === italic ? 0 : 1_000);
  return members.toSorted((a, b) => distance(a) - distance(b))[0];
}

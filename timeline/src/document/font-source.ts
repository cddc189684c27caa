import type { Mask } from './mask.ts';
import type { TextStyle } from './text-style.ts';

/** Where fonts are named: the style of a text with its spans, and a mask of text. */
export interface FontUser {
  textStyle?: Partial<TextStyle>;
  mask?: Mask;
}

/** A media id, an address of the service, or a path where files are rendered; no family begins like them. */
const SOURCE = /^(?:med_|\.{0,2}\/)/;

/** Whether a fontFamily names a font file and not a bundled family. */
export function isFontSource(fontFamily: string): boolean {
  return SOURCE.test(fontFamily);
}

/** The font files that the text or the mask of a clip names; the same may come several times. */
export function fontSources({ textStyle, mask }: FontUser): string[] {
  const families = [textStyle?.fontFamily, ...(textStyle?.spans ?? []).map(({ fontFamily }) => fontFamily)];
  if (mask?.shape === 'text') families.push(mask.fontFamily);
  return families.filter((family) => family !== undefined).filter(isFontSource);
}

import type { LoadedFont } from './loaded-font.ts';
import type { SpanStyle } from './span-style.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns the fonts to try for a text, in order: the nearest in slant and weight of the style's family, then of each
 * other family.
 * Families made for `lang` come before the rest. An unknown family falls back to the first.
 */
export function fontChain(fonts: readonly LoadedFont[], look: SpanStyle, lang: string | undefined): LoadedFont[] {
  const wanted = look.fontFamily?.toLowerCase();
  const families = [...Map.groupBy(fonts, (font) => font.family.toLowerCase())];
  const rank = (family: string, members: readonly LoadedFont[]) => {
    if (family === wanted) return 0;
    const isMadeForIt = lang && members.some((font) => font.langs.some((made) => speaks(lang, made)));
    return isMadeForIt ? 1 : 2;
  };
  // The first family is the fallback, so that it stays before the families of a language.
  const [first, ...others] = families.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  const ordered = others.toSorted((a, b) => rank(...a) - rank(...b));
  const all = first ? [first, ...ordered] : ordered;
  return all.flatMap(([, members]) => nearest(members, look.fontWeight ?? 400, look.fontStyle === 'italic') ?? []);
}

/** Returns the language for choosing fonts: the given one, or Japanese for text with kana. */
export function fontLanguage(text: string, lang: string | undefined): string | undefined {
  return lang ?? (KANA.test(text) ? 'ja' : undefined);
}

function speaks(lang: string, made: string): boolean {
  return lang.toLowerCase() === made || lang.toLowerCase().startsWith(`${made}-`);
}

function nearest(members: readonly LoadedFont[], weight: number, italic: boolean): LoadedFont | undefined {
  const distance = (font: LoadedFont) => Math.abs(font.weight - weight) + (font.italic === italic ? 0 : 1_000);
  return members.toSorted((a, b) => distance(a) - distance(b))[0];
}

import type { LoadedFont } from './loaded-font.ts';
import type { SpanStyle } from './span-style.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The fonts to try for a text, in order: of the look's family the one nearest in slant and weight, then likewise one of
 * each other family, those made for `lang` first. An unknown family falls back to the first.
 */
export function fontChain(fonts: readonly LoadedFont[], look: SpanStyle, lang: string | undefined): LoadedFont[] {
  const wanted = look.fontFamily?.toLowerCase();
  const families = [...Map.groupBy(fonts, (font) => font.family.toLowerCase())];
  const rank = (family: string, members: readonly LoadedFont[]) => {
    if (family === wanted) return 0;
    const isMadeForIt = lang && members.some((font) => font.langs.some((made) => speaks(lang, made)));
    return isMadeForIt ? 1 : 2;
  };
  // Before the sort the first family is the one to fall back to: it keeps its place before those of a language.
  const [first, ...others] = families.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  const ordered = others.toSorted((a, b) => rank(...a) - rank(...b));
  const all = first ? [first, ...ordered] : ordered;
  return all.flatMap(([, members]) => nearest(members, look.fontWeight ?? 400, look.fontStyle === 'italic') ?? []);
}

/** The language that decides between fonts: the given one, or Japanese where there is kana. */
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

import type { TextStyle } from '../document/text-style.ts';

/** Applies the style's textTransform by the rules of its language. */
export function inCase(text: string, style: TextStyle, words: Intl.Segmenter): string {
  const lang = style.lang || undefined;
  switch (style.textTransform) {
    case 'uppercase':
      return text.toLocaleUpperCase(lang);
    case 'lowercase':
      return text.toLocaleLowerCase(lang);
    case 'capitalize':
      return [...words.segment(text)].map(({ segment }) => capitalized(segment, lang)).join('');
    default:
      return text;
  }
}

function capitalized(word: string, lang: string | undefined): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toLocaleUpperCase(lang) + word.slice(first.length);
}

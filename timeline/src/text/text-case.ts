import type { TextStyle } from '../document/text-style.ts';

/** A text after textTransform. */
export interface CasedText {
  text: string;
  /** Returns the index of the UTF-16 unit in the content from which unit `index` of `text` comes. */
  source(index: number): number;
}

/** Applies the style's textTransform according to the rules of its language. */
export function inCase(content: string, style: TextStyle, words: Intl.Segmenter): CasedText {
  const cased = transformed(content, style, words);
  if (cased.length === content.length) return { text: cased, source: (index) => index };
  // The length changed (ß, İ): convert each letter separately to record its origin.
  const sources: number[] = [];
  let text = '';
  for (let at = 0; at < content.length; ) {
    const character = String.fromCodePoint(content.codePointAt(at) ?? 0);
    const one = transformed(character, style, words);
    for (let unit = 0; unit < one.length; unit += 1) sources.push(at + Math.min(unit, character.length - 1));
    text += one;
    at += character.length;
  }
  return { text, source: (index) => sources[index] ?? content.length };
}

function transformed(text: string, style: TextStyle, words: Intl.Segmenter): string {
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

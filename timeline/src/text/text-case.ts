import type { TextStyle } from '../document/text-style.ts';

/** A text in the case that a style asks for. */
export interface CasedText {
  text: string;
  /** The UTF-16 unit of the content that unit `index` of `text` comes from. */
  source(index: number): number;
}

/** Applies the style's textTransform by the rules of its language. */
export function inCase(content: string, style: TextStyle, words: Intl.Segmenter): CasedText {
  const cased = transformed(content, style, words);
  if (cased.length === content.length) return { text: cased, source: (index) => index };
  // Longer or shorter than it was (ß, İ): letter by letter, so that each knows where it comes from.
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

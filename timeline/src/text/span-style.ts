import type { TextStyle } from '../document/text-style.ts';

/** Style of a range of a text: the text's style with the changes of the spans that cover the range. */
export type SpanStyle = Pick<
  TextStyle,
  'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'color' | 'textDecoration'
>;

/** Styles that occur in a text, and where each applies. */
export interface SpanStyles {
  /** Distinct styles. `looks[0]` is the style of the text itself. */
  looks: SpanStyle[];
  /** Returns the index into `looks` of the style at a UTF-16 unit of the content. */
  lookAt(source: number): number;
}

/** Computes the styles of a text's spans. Where spans overlap, the later span takes precedence. */
export function spanStyles(style: TextStyle): SpanStyles {
  const { fontFamily, fontSize, fontWeight, fontStyle, color, textDecoration } = style;
  const base: SpanStyle = { fontFamily, fontSize, fontWeight, fontStyle, color, textDecoration };
  const spans = (style.spans ?? []).filter(({ start, end }) => end > start);
  if (spans.length === 0) return { looks: [base], lookAt: () => 0 };
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const looks = [base];
  // Between two neighbouring edges the same spans apply.
  const stretches = edges.map((edge) => {
    const over = spans.filter(({ start, end }) => start <= edge && edge < end);
    if (over.length === 0) return 0;
    looks.push(Object.assign({}, base, ...over.map(({ start: _, end: __, ...fields }) => fields)));
    return looks.length - 1;
  });
  return {
    looks,
    lookAt: (source) => {
      const after = edges.findIndex((edge) => edge > source);
      return stretches[(after === -1 ? edges.length : after) - 1] ?? 0;
    },
  };
}

/** Text to which `textTransform` has been applied. */
export interface CasedText {
  text: string;
  /** Returns the index in the original content of the UTF-16 unit from which unit `index` of `text` results. */
  source(index: number): number;
}

/** Applies `textTransform` of the style, according to the rules of the style's language. */
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

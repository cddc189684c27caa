import type { TextStyle } from '../document/text-style.ts';

/** Style of a part of a text: the text's style, overridden by its spans. */
export type SpanStyle = Pick<
  TextStyle,
  'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'color' | 'textDecoration'
>;

/** Styles of the spans of a text, and their positions. */
export interface SpanStyles {
  /** Distinct styles. `looks[0]` is the text's own. */
  looks: SpanStyle[];
  /** Returns the index into `looks` of the style at a UTF-16 unit of the content. */
  lookAt(source: number): number;
}

/** Computes the styles of a text's spans. Where spans overlap, the later one takes precedence. */
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

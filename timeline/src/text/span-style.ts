import type { TextStyle } from '../document/text-style.ts';

/** How a part of a text looks: the style with its spans laid over it. */
export type SpanStyle = Pick<
  TextStyle,
  'fontFamily' | 'fontSize' | 'fontWeight' | 'fontStyle' | 'color' | 'textDecoration'
>;

/** Looks and where they hold. */
export interface SpanStyles {
  /** `looks[0]` is the style's own. */
  looks: SpanStyle[];
  /** The look at a UTF-16 unit of the content, as an index into `looks`. */
  lookAt(source: number): number;
}

/** The looks of a style's spans. Where spans overlap, the later one decides what both set. */
export function spanStyles(style: TextStyle): SpanStyles {
  const { fontFamily, fontSize, fontWeight, fontStyle, color, textDecoration } = style;
  const base: SpanStyle = { fontFamily, fontSize, fontWeight, fontStyle, color, textDecoration };
  const spans = (style.spans ?? []).filter(({ start, end }) => end > start);
  if (spans.length === 0) return { looks: [base], lookAt: () => 0 };
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const looks = [base];
  // Between two neighbouring edges the same spans hold.
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

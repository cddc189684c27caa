import { TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { TextStyle } from '../document/text-style.ts';

type Spans = NonNullable<TextStyle['spans']>;
type Words = NonNullable<TextStyle['words']>;

/** Range of a text in UTF-16 units, [start, end). */
export interface ContentRange {
  start: number;
  end: number;
}

/** Fields that a part of a text can have on its own, as a span. */
const SPAN_FIELDS = ['fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'color', 'textDecoration'] as const;

/** Fields of a span, without its range. */
type SpanFields = Pick<TextStyle, (typeof SPAN_FIELDS)[number]>;

/** Values of fields that a text does not set. */
const ABSENT: SpanFields = {
  fontSize: TEXT_DEFAULTS.fontSize,
  fontWeight: TEXT_DEFAULTS.fontWeight,
  fontStyle: 'normal',
  color: TEXT_DEFAULTS.color,
  textDecoration: 'none',
};

/**
 * Replaces a range of a text's content by `text`. Spans still cover the same letters. New letters look like the first
 * replaced one; without one, like the letter before them, or after them at the start of the text. Unchanged words of a
 * caption keep their times.
 */
export function editedText(style: TextStyle, { start, end }: ContentRange, text: string): TextStyle {
  const next: TextStyle = { ...style, content: style.content.slice(0, start) + text + style.content.slice(end) };
  if (style.spans) next.spans = editedSpans(style.spans, { start, end }, text.length);
  if (style.words) next.words = retimedWords(style.words, next.content);
  return next;
}

function editedSpans(spans: Spans, { start, end }: ContentRange, length: number): Spans {
  const model = end > start ? start : Math.max(0, start - 1);
  const shift = length - (end - start);
  return spans
    .map((span) => {
      const isAfter = span.end > end;
      if (span.start <= model && model < span.end) {
        return { ...span, start: Math.min(span.start, start), end: isAfter ? span.end + shift : start + length };
      }
      if (span.end <= start) return span;
      return { ...span, start: Math.max(span.start, end) + shift, end: isAfter ? span.end + shift : start + length };
    })
    .filter((span) => span.end > span.start);
}

/**
 * Assigns times to the words of `content`. Unchanged words at the beginning and at the end keep their times. The new
 * words between them divide the time of the words that they replace, in proportion to their lengths.
 */
export function retimedWords(words: Words, content: string): Words {
  const texts = content.split(/\s+/).filter((word) => word !== '');
  const most = Math.min(words.length, texts.length);
  let head = 0;
  while (head < most && words[head]?.text === texts[head]) head += 1;
  let tail = 0;
  while (tail < most - head && words.at(-1 - tail)?.text === texts.at(-1 - tail)) tail += 1;
  const replaced = words.slice(head, words.length - tail);
  const added = texts.slice(head, texts.length - tail);
  const after = tail > 0 ? words.slice(-tail) : [];
  if (replaced.length === added.length) {
    const between = replaced.map((word, place) => ({ ...word, text: added[place] ?? word.text }));
    return [...words.slice(0, head), ...between, ...after];
  }
  const from = replaced[0]?.start ?? words[head - 1]?.end ?? 0;
  const to = Math.max(from, replaced.at(-1)?.end ?? after[0]?.start ?? from);
  const whole = added.reduce((sum, text) => sum + text.length, 0) || 1;
  let passed = 0;
  const between = added.map((text) => {
    const start = from + ((to - from) * passed) / whole;
    passed += text.length;
    return { text, start, end: from + ((to - from) * passed) / whole };
  });
  return [...words.slice(0, head), ...between, ...after];
}

/**
 * Sets fields of a text's style: in a range of the content where spans can have the field, otherwise of the whole text.
 * `range` null sets all fields of the whole text, and takes them out of its spans.
 */
export function formattedText(style: TextStyle, range: ContentRange | null, fields: Partial<TextStyle>): TextStyle {
  const own = spanFields(fields);
  const next: TextStyle = { ...style, ...kept(fields, (name) => !Object.hasOwn(own, name)) };
  if (Object.keys(own).length === 0) return next;
  const whole = { start: 0, end: style.content.length };
  // A gradient is drawn in place of the text's own colour, but not in place of the colour of a span.
  const isHidden = range === null && own.color !== undefined && style.gradient !== undefined;
  if (range !== null || isHidden) return withSpans(next, spansWith(next, range ?? whole, own));
  const spans = flatSpans(style).map((span) => ({
    ...{ start: span.start, end: span.end },
    ...kept(spanFields(span), (name) => !Object.hasOwn(own, name)),
  }));
  return withSpans({ ...next, ...own }, mergedSpans(spans));
}

/** Values of a range of a text, and the names of the fields that have several values there. */
export interface TextFormat {
  /** Style at the start of the range. */
  values: TextStyle;
  mixed: ReadonlySet<string>;
}

/** Returns the style of a range of a text's content; `range` null means the whole text. */
export function textFormat(style: TextStyle, range: ContentRange | null): TextFormat {
  const { start, end } = range ?? { start: 0, end: style.content.length };
  const base = spanFields(style);
  const spans = flatSpans(style).filter((span) => span.end > start && span.start < end);
  const covered = spans.reduce((sum, span) => sum + Math.min(end, span.end) - Math.max(start, span.start), 0);
  const looks = spans.map((span) => ({ ...base, ...spanFields(span) }));
  if (covered < end - start) looks.push(base);
  const [earliest] = spans;
  const first = earliest && earliest.start <= start ? (looks[0] ?? base) : base;
  const fieldOf = (look: SpanFields, name: keyof SpanFields) => look[name] ?? ABSENT[name];
  const mixed = SPAN_FIELDS.filter((name) => looks.some((look) => fieldOf(look, name) !== fieldOf(first, name)));
  return { values: { ...style, ...first }, mixed: new Set(mixed) };
}

/** Returns the spans of a text with `fields` set in a range. */
function spansWith(style: TextStyle, range: ContentRange, fields: SpanFields): Spans {
  const { start, end } = range;
  const before = flatSpans(style);
  const edges = [...new Set([start, end, ...before.flatMap((span) => [span.start, span.end])])].sort((a, b) => a - b);
  const parts = edges.slice(0, -1).map((from, index) => {
    const over = before.find((span) => span.start <= from && from < span.end);
    const isInside = from >= start && from < end;
    const part = { ...(over ? spanFields(over) : {}), ...(isInside ? fields : {}) };
    return { ...withoutDefaults(part, style), start: from, end: edges[index + 1] ?? from };
  });
  return mergedSpans(parts);
}

/** Returns the spans of a text without overlaps, in order, and limited to its content. Later spans take precedence. */
function flatSpans({ spans = [], content }: TextStyle): Spans {
  const inside = spans.map((span) => ({ ...span, end: Math.min(span.end, content.length) }));
  const used = inside.filter((span) => span.end > span.start);
  const edges = [...new Set(used.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return edges.slice(0, -1).flatMap((start, index) => {
    const over = used.filter((span) => span.start <= start && start < span.end).map(spanFields);
    return over.length === 0 ? [] : [{ ...Object.assign({}, ...over), start, end: edges[index + 1] ?? start }];
  });
}

/** Joins neighbours with the same fields, and leaves out spans without fields. */
function mergedSpans(spans: Spans): Spans {
  const merged: Spans = [];
  for (const span of spans) {
    const fields = spanFields(span);
    if (Object.keys(fields).length === 0) continue;
    const last = merged.at(-1);
    const isSame = last && SPAN_FIELDS.every((name) => last[name] === span[name]);
    if (isSame && last.end === span.start) last.end = span.end;
    else merged.push({ start: span.start, end: span.end, ...fields });
  }
  return merged;
}

function withSpans(style: TextStyle, spans: Spans): TextStyle {
  return spans.length === 0 && style.spans === undefined ? style : { ...style, spans };
}

function withoutDefaults(fields: SpanFields, style: TextStyle): SpanFields {
  const isDefault = (name: keyof SpanFields) =>
    fields[name] === (style[name] ?? ABSENT[name]) && !(name === 'color' && style.gradient);
  const defaults = new Set<string>(SPAN_FIELDS.filter(isDefault));
  return kept(fields, (name) => !defaults.has(name));
}

/** Returns the fields of a style that a span can have, without undefined ones. */
function spanFields(style: Partial<TextStyle>): SpanFields {
  const defined = new Set<string>(SPAN_FIELDS.filter((name) => style[name] !== undefined));
  return kept(style, (name) => defined.has(name));
}

function kept<Fields extends object>(fields: Fields, isKept: (name: string) => boolean): Partial<Fields> {
  const copy: Partial<Fields> = { ...fields };
  for (const name of Object.keys(copy)) if (!isKept(name)) Reflect.deleteProperty(copy, name);
  return copy;
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { escapeValue } from './escape-value.ts';
import { listVariables, type Variable } from './list-variables.ts';
import { type Placeholder, placeholdersOf } from './placeholder.ts';
import { placesOf } from './variable-places.ts';

/** Values of variables by name. */
export type VariableValues = Readonly<Record<string, string | number>>;

/** Names that a message lists; the details of the error have all. */
const MOST_NAMED = 10;

/**
 * A document with values in the place of its variables: escaped for what they go into, so that they change only what they stand
 * for. Placeholders in values stay as they are. Throws `invalid_request` with `unknown` and `missing` names. What comes out may
 * be longer than a document allows: parse it again.
 */
export function fillVariables(document: Document, values: VariableValues): Document {
  const variables = listVariables(document);
  const defaults = requireNames(variables, values);
  if (variables.length === 0) return document;
  const valueFor = (name: string, own: string | null) =>
    Object.hasOwn(values, name) ? String(values[name]) : (own ?? defaults.get(name) ?? '');
  return { ...document, clips: document.clips.map((clip) => filled(clip, valueFor)) };
}

/** The defaults of variables by name. Throws `invalid_request` with `unknown` and `missing` names when values do not fit them. */
export function requireNames(variables: readonly Variable[], values: VariableValues): Map<string, string | null> {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  const unknown = Object.keys(values).filter((name) => !defaults.has(name));
  const missing = variables.filter((one) => one.default === null && !Object.hasOwn(values, one.name));
  if (unknown.length + missing.length > 0) {
    throw wrongNames(
      unknown,
      missing.map(({ name }) => name),
      [...defaults.keys()],
    );
  }
  return defaults;
}

function filled(clip: Clip, valueFor: (name: string, own: string | null) => string): Clip {
  let result = clip;
  for (const { field, context, read, write } of placesOf(clip)) {
    const text = read(clip) ?? '';
    const placeholders = placeholdersOf(text);
    if (placeholders.length === 0) continue;
    const values = placeholders.map(({ name, default: own, start, end }) =>
      escapeValue(valueFor(name, own), context, text.slice(0, start), text.slice(end)),
    );
    result = write(result, replaced(text, placeholders, values));
    if (field === 'textStyle.content') result = withSpans(result, placeholders, values);
  }
  return result;
}

function replaced(text: string, placeholders: readonly Placeholder[], values: readonly string[]): string {
  let from = 0;
  const parts: string[] = [];
  placeholders.forEach(({ start, end }, n) => {
    parts.push(text.slice(from, start), values[n] ?? '');
    from = end;
  });
  return parts.join('') + text.slice(from);
}

/** Spans go on to cover what they covered: a placeholder that one touches is covered whole. */
function withSpans(clip: Clip, placeholders: readonly Placeholder[], values: readonly string[]): Clip {
  const { textStyle } = clip;
  if (!textStyle?.spans) return clip;
  const moved = (offset: number, isEnd: boolean) => {
    let shift = 0;
    for (const [n, { start, end }] of placeholders.entries()) {
      const length = values[n]?.length ?? 0;
      if (offset <= start) break;
      if (offset < end) return start + shift + (isEnd ? length : 0);
      shift += length - (end - start);
    }
    return offset + shift;
  };
  const spans = textStyle.spans
    .map((span) => ({ ...span, start: moved(span.start, false), end: moved(span.end, true) }))
    .filter(({ start, end }) => end > start);
  return { ...clip, textStyle: { ...textStyle, spans } };
}

function wrongNames(unknown: string[], missing: string[], known: string[]): FramemillError {
  const shown = (names: string[]) =>
    names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
  const problems = [
    ...(unknown.length > 0 ? [`the project has no variables ${shown(unknown)}`] : []),
    ...(missing.length > 0 ? [`values of ${shown(missing)} are missing`] : []),
  ];
  const has = known.length > 0 ? `It has: ${shown(known)}.` : 'It has none.';
  return new FramemillError('invalid_request', `${problems.join(', and ')}. ${has}`, { unknown, missing });
}

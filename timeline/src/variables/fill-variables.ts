import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { withBoundValues } from './bound-fields.ts';
import { escapeValue } from './escape-value.ts';
import { listVariables, placesOf, type Variable } from './list-variables.ts';
import { type Placeholder, placeholdersOf } from './placeholder.ts';
import { valueFault } from './value-fault.ts';

/** Values of variables by name. */
export type VariableValues = Readonly<Record<string, string | number>>;

/** Maximum number of names in a message; the details of the error have all of them. */
const MOST_NAMED = 10;

/**
 * Fills a document's variables with values. Values are escaped for their context, so that they cannot change the
 * meaning of the text around them. Number and colour fields take values of their type. Placeholders inside values are
 * kept as text. Throws `invalid_request` as `requireNames` does. The result may exceed a document's limits, so it must
 * be parsed again.
 */
export function fillVariables(document: Document, values: VariableValues): Document {
  const variables = listVariables(document);
  const defaults = requireNames(variables, values);
  if (variables.length === 0) return document;
  const valueFor = (name: string, own: string | null) =>
    Object.hasOwn(values, name) ? String(values[name]) : (own ?? defaults.get(name) ?? '');
  const withValues = (clip: Clip) => withBoundValues(filled(clip, valueFor), valueFor);
  const settings = withBackground(document.settings, valueFor);
  const result: Document = { ...document, settings, clips: document.clips.map(withValues) };
  if (!document.compositions) return result;
  const compositions = document.compositions.map((one) => ({ ...one, clips: one.clips.map(withValues) }));
  return { ...result, compositions };
}

/**
 * Returns the defaults of variables by name. Checks the given values first: throws `invalid_request` with the names of
 * variables that are `unknown`, `missing`, or `invalid` (a value of the wrong type).
 */
export function requireNames(variables: readonly Variable[], values: VariableValues): Map<string, string | null> {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  const unknown = Object.keys(values).filter((name) => !defaults.has(name));
  const missing = variables.filter((one) => one.default === null && !Object.hasOwn(values, one.name));
  const invalid = variables.flatMap((one) => {
    const value = Object.hasOwn(values, one.name) ? values[one.name] : undefined;
    const fault = value === undefined ? null : valueFault(one, value);
    return fault === null ? [] : [{ name: one.name, fault }];
  });
  if (unknown.length + missing.length + invalid.length > 0) {
    const names = missing.map(({ name }) => name);
    throw wrongValues({ unknown, missing: names, invalid }, [...defaults.keys()]);
  }
  return defaults;
}

function withBackground(settings: Document['settings'], valueFor: (name: string, own: string | null) => string) {
  const { backgroundVariable = '', ...plain } = settings;
  const [placeholder] = placeholdersOf(backgroundVariable);
  if (!placeholder) return settings;
  return { ...plain, background: valueFor(placeholder.name, placeholder.default ?? settings.background).trim() };
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

/**
 * Moves the styled spans of a text when its placeholders are replaced. A span that touches a placeholder covers the
 * whole value.
 */
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

interface WrongValues {
  unknown: string[];
  missing: string[];
  invalid: { name: string; fault: string }[];
}

function wrongValues({ unknown, missing, invalid }: WrongValues, known: string[]): FramemillError {
  const shown = (names: string[], between = ', ') =>
    names.slice(0, MOST_NAMED).join(between) +
    (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
  const faults = invalid.map(({ name, fault }) => `${name} ${fault}`);
  const problems = [
    ...(unknown.length > 0 ? [`The project has no variables ${shown(unknown)}.`] : []),
    ...(missing.length > 0 ? [`Values for ${shown(missing)} are missing.`] : []),
    ...(invalid.length > 0 ? [`${shown(faults, '; ')}.`] : []),
  ];
  const has = known.length > 0 ? `The project has: ${shown(known)}.` : 'It has none.';
  const details = { unknown, missing, invalid: invalid.map(({ name }) => name) };
  const names = unknown.length + missing.length > 0 ? ` ${has}` : '';
  return new FramemillError('invalid_request', `${problems.join(' ')}${names}`, details);
}

import type { Clip } from '../document/clip.ts';
import { isRecord } from '../document/json.ts';
import { VALUE_PLACES, type ValuePlace } from '../document/value-places.ts';
import { placeholdersOf } from './placeholder.ts';
import { colorOf, numberOf } from './typed-value.ts';

/** A number or colour field of a clip that a variable fills. */
export interface BoundField {
  /** Path in the clip, such as `textStyle.color`. */
  readonly field: string;
  readonly place: ValuePlace;
  readonly name: string;
  /** Default value in the placeholder, or else the field's current value; `null` if there is neither. */
  readonly default: string | null;
}

/**
 * Returns the number and colour fields of a clip that variables fill. Fields that cannot be filled by variables are
 * left out.
 */
export function boundFields(clip: Clip): BoundField[] {
  return Object.entries(clip.variables ?? {}).flatMap(([field, text]) => {
    const place = VALUE_PLACES.get(field);
    const [placeholder] = placeholdersOf(text);
    if (!place || !placeholder) return [];
    const current = field.split('.').reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), clip);
    const shown = typeof current === 'string' || typeof current === 'number' ? String(current) : null;
    return [{ field, place, name: placeholder.name, default: placeholder.default ?? shown }];
  });
}

/**
 * Sets the number and colour fields that variables fill to the results of `valueFor`, and removes the variables from
 * the clip. Results that are no number or colour are kept as text, so the clip must be parsed.
 */
export function withBoundValues(clip: Clip, valueFor: (name: string, own: string | null) => string): Clip {
  if (clip.variables === undefined) return clip;
  const { variables: _, ...plain } = clip;
  return boundFields(clip).reduce<Clip>((filled, { field, place, name, default: own }) => {
    const text = valueFor(name, own);
    const value = place.type === 'number' ? (numberOf(text) ?? text) : (colorOf(text) ?? text);
    return withField(filled, field, value);
  }, plain);
}

function withField(clip: Clip, field: string, value: string | number): Clip {
  const [first = '', ...rest] = field.split('.');
  const before = Object.entries(clip).find(([name]) => name === first)?.[1];
  return { ...clip, [first]: changed(before, rest, value) };
}

function changed(at: unknown, [first, ...rest]: readonly string[], value: string | number): unknown {
  if (first === undefined) return value;
  const record = isRecord(at) ? at : {};
  return { ...record, [first]: changed(record[first], rest, value) };
}

import { ClipSchema } from './clip.ts';
import { isRecord } from './json.ts';
import { COLOR_PATTERN } from './parse-color.ts';

/** Type and range of a clip field that a variable may fill with a number or a colour. */
export type ValuePlace =
  | { readonly type: 'color' }
  | {
      readonly type: 'number';
      /** Minimum and maximum value, and whether only whole numbers are accepted. */
      readonly minimum: number;
      readonly maximum: number;
      readonly isWhole: boolean;
    };

/** Clip fields that variables cannot fill, because other fields depend on them: the clip's time, track and cuts. */
const FIXED = new Set([
  ...['start', 'duration', 'trackIndex', 'mediaStart', 'mediaDuration', 'freezeAt', 'loopOffset', 'effectsFrom'],
  ...['fadeInFrom', 'fadeInTo', 'fadeOutFrom', 'fadeOutTo'],
]);

/**
 * All number and colour fields of a clip that may be variables, by path: `volume`, `textStyle.color`. Fields inside
 * lists are excluded.
 */
export const VALUE_PLACES: ReadonlyMap<string, ValuePlace> = new Map(placesIn(ClipSchema, ''));

function* placesIn(schema: unknown, prefix: string): Generator<[path: string, place: ValuePlace]> {
  if (!isRecord(schema) || !isRecord(schema.properties)) return;
  for (const [name, field] of Object.entries(schema.properties)) {
    if (prefix === '' && FIXED.has(name)) continue;
    const place = placeOf(field);
    if (place) yield [prefix + name, place];
    else yield* placesIn(field, `${prefix}${name}.`);
  }
}

function placeOf(field: unknown): ValuePlace | null {
  if (!isRecord(field)) return null;
  if (Array.isArray(field.anyOf)) return field.anyOf.map(placeOf).find((one) => one?.type === 'color') ?? null;
  if (field.pattern === COLOR_PATTERN) return { type: 'color' };
  if (field.type !== 'number' && field.type !== 'integer') return null;
  const { minimum, maximum } = field;
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return null;
  return { type: 'number', minimum, maximum, isWhole: field.type === 'integer' };
}

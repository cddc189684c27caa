import { catalogue } from '@framemill/compositor/capabilities';
import { AUDIO_EFFECTS, type Clip } from '@framemill/timeline';
import { choicesOf, type JsonSchema, unitOf } from './registry.ts';

/** Kind of project object that a field refers to. */
type OneKind = 'clip' | 'track' | 'media' | 'marker' | 'group' | 'effect' | 'composition';
/** Kind of object that a field refers to; the plural for a field that lists several. */
export type ThingKind = OneKind | 'clips' | 'tracks' | 'markers';

/** Form control for the values of a schema. */
type ControlKind =
  | { kind: 'thing'; thing: ThingKind }
  | { kind: 'object'; properties: Record<string, JsonSchema> }
  /** A hue with its amount, and further numbers. */
  | { kind: 'wheel'; properties: Record<string, JsonSchema> }
  /** Curves by name, each a list of points. */
  | { kind: 'curves'; curves: Record<string, JsonSchema> }
  | { kind: 'choice'; choices: readonly unknown[] }
  | { kind: 'flag' }
  | { kind: 'number' }
  /** A number, or one fixed value: a word or null. */
  | { kind: 'number-or-word'; number: JsonSchema; word: string | null }
  | { kind: 'text' }
  /** A font family, or an uploaded font. */
  | { kind: 'font' }
  /** List of values of one schema. */
  | { kind: 'list'; items: JsonSchema }
  /** Fixed number of numbers, such as a point. */
  | { kind: 'tuple'; items: readonly JsonSchema[] }
  /** Values by names that the user chooses. */
  | { kind: 'record'; values: JsonSchema }
  /** A value of one of several schemas, such as a colour or a gradient. */
  | { kind: 'variants'; variants: readonly JsonSchema[] };

/** Returns the form control for a field. Throws when no control supports its schema. */
export function controlKind(name: string, schema: JsonSchema): ControlKind {
  const thing = thingOf(name, schema);
  if (thing !== null) return { kind: 'thing', thing };
  if (schema['x-source'] === 'font') return { kind: 'font' };
  const { properties } = schema;
  if (properties && isWheel(properties)) return { kind: 'wheel', properties };
  if (properties && hasOnlyCurves(properties)) return { kind: 'curves', curves: properties };
  if (properties) return { kind: 'object', properties };
  const choices = choicesOf(schema);
  if (choices) return { kind: 'choice', choices };
  if (schema.anyOf) return variantKind(name, schema.anyOf);
  switch (schema.type) {
    case 'boolean':
      return { kind: 'flag' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'string':
      return { kind: 'text' };
    case 'array': {
      const { items } = schema;
      if (isList(items)) return { kind: 'tuple', items };
      if (items) return { kind: 'list', items };
      break;
    }
    case 'object': {
      const [values] = Object.values(schema.patternProperties ?? {});
      if (values) return { kind: 'record', values };
    }
  }
  throw new Error(`The field "${name}" has a schema without a control: ${JSON.stringify(schema).slice(0, 200)}`);
}

function variantKind(name: string, all: readonly JsonSchema[]): ControlKind {
  const variants = all.filter(({ type }) => type !== 'null');
  const [first, second] = variants;
  if (!first) throw new Error(`The field "${name}" accepts no value.`);
  const isNullable = variants.length < all.length;
  if (first.type === 'number' && variants.length === 1 && isNullable)
    return { kind: 'number-or-word', number: first, word: null };
  if (first.type === 'number' && variants.length === 2 && typeof second?.const === 'string')
    return { kind: 'number-or-word', number: first, word: second.const };
  return variants.length === 1 ? controlKind(name, first) : { kind: 'variants', variants };
}

/** Whether fields are those of a colour wheel: an angle `hue`, a share `amount`, and other numbers. */
function isWheel(properties: Record<string, JsonSchema>): boolean {
  const { hue, amount } = properties;
  if (!hue || !amount || unitOf(hue) !== '°' || amount.minimum !== 0 || amount.maximum !== 1) return false;
  return Object.values(properties).every(({ type }) => type === 'number');
}

function hasOnlyCurves(properties: Record<string, JsonSchema>): boolean {
  const schemas = Object.values(properties);
  return schemas.length > 0 && schemas.every((schema) => curveAxes(schema) !== null);
}

/**
 * Returns the schemas of the input and the output of a curve's points; null when a schema is not that of a curve: a
 * list of at least two pairs of an input, which is 0-1, and an output.
 */
export function curveAxes({ type, minItems = 0, items }: JsonSchema): readonly [JsonSchema, JsonSchema] | null {
  if (type !== 'array' || minItems < 2 || !items || isList(items) || !isList(items.items)) return null;
  const [input, output, ...others] = items.items;
  if (!input || output?.type !== 'number' || others.length > 0) return null;
  return input.minimum === 0 && input.maximum === 1 && /^In\b/.test(input.description ?? '') ? [input, output] : null;
}

const THINGS: Record<string, ThingKind> = {
  ...{ clipId: 'clip', fromClipId: 'clip', clipIds: 'clips', toClipIds: 'clips' },
  ...{ musicClipIds: 'clips', speechClipIds: 'clips', trackId: 'track', trackIndex: 'track', trackIndices: 'tracks' },
  ...{ src: 'media', markerId: 'marker', markerIds: 'markers', groupId: 'group', effectId: 'effect' },
  compositionId: 'composition',
};

function thingOf(name: string, schema: JsonSchema): ThingKind | null {
  if (schema.properties) return null;
  const source = schema['x-source'];
  if (source === 'font') return null;
  return THINGS[name] ?? (source === undefined ? null : 'media');
}

/**
 * Returns the kinds of media files that a source may be: `['lut']` for a LUT. An empty list for a schema that is not
 * marked as a source.
 */
export function mediaKindsOf({ 'x-source': source }: JsonSchema): readonly string[] {
  return source === undefined ? [] : (MEDIA_KINDS[source] ?? []);
}

const MEDIA_KINDS: Record<string, readonly string[]> = {
  ...{
    clip: ['video', 'animation', 'audio', 'image'],
    mask: ['image'],
    lut: ['lut'],
    font: ['font'],
    subtitle: ['subtitle'],
  },
};

const PARAMS = new Map<string, JsonSchema>([
  ...Object.entries(catalogue.effects),
  ...AUDIO_EFFECTS.map(({ type, params }) => [type, params] as const),
]);

/** Returns the schema of the parameters of an effect or an audio processor; null for other types. */
export function paramsSchema(type: string): JsonSchema | null {
  return PARAMS.get(type) ?? null;
}

/**
 * Returns the schema of the field `params` of an object with the fields `siblings`: that of their effect type, or of
 * the effect of `clips` that they name. Null when they name neither.
 */
export function siblingParamsSchema(siblings: Record<string, unknown>, clips: readonly Clip[]): JsonSchema | null {
  const { type, effectId } = siblings;
  if (typeof type === 'string') return paramsSchema(type);
  const effect = clips.flatMap(({ effects }) => effects ?? []).find(({ id }) => id === effectId);
  return effect ? paramsSchema(effect.type) : null;
}

/**
 * Returns the value that a field has when it is not set: the schema's default, or the number that its description
 * gives, as in `80 when absent`. Null when neither exists.
 */
export function defaultNumber({ default: initial, description = '' }: JsonSchema): number | null {
  if (typeof initial === 'number') return initial;
  const [, text] = /(-?\d+(?:\.\d+)?) when absent/.exec(description) ?? [];
  return text === undefined ? null : Number(text);
}

/** Steps, limits and slider of a number field. */
export interface NumberRange {
  /** Change of the value by an arrow key, and by a pixel of a drag. */
  step: number;
  /** Smaller change with Alt. */
  fineStep: number;
  minimum: number;
  maximum: number;
  /** Whether the range is small enough for a slider. */
  hasSlider: boolean;
}

/** Widest range that a slider covers. */
const SLIDER_SPAN = 1_000;

/** Returns the steps and the range of a number field with a unit (`unitOf`). */
export function numberRange(schema: JsonSchema, unit: string): NumberRange {
  const { maximum = 1e9, exclusiveMinimum } = schema;
  const least = schema.minimum ?? exclusiveMinimum ?? -1e9;
  const isWhole = schema.type === 'integer' || /\bwhole\./.test(schema.description ?? '');
  const step = isWhole ? 1 : stepOf(maximum - least, unit);
  const fineStep = isWhole ? 1 : step / 10;
  return {
    ...{ step, fineStep, maximum },
    minimum: exclusiveMinimum === undefined ? least : least + fineStep,
    // A scale of up to 100 is seldom above 3: one pixel of its slider would be too much.
    hasSlider: maximum - least <= SLIDER_SPAN && !(unit === '×' && maximum > 10),
  };
}

function stepOf(span: number, unit: string): number {
  if (unit === '×') return 0.01;
  if (unit === 's') return 0.1;
  if (unit === 'Hz' && span > SLIDER_SPAN) return 10;
  return span <= 5 ? 0.01 : span <= 100 ? 0.1 : 1;
}

function isList(items: JsonSchema['items']): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

import fc from 'fast-check';
import type { TSchema } from '#typebox';

/** Generators of values for certain field names, which are more often valid than random values of the schema. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

/**
 * Returns a generator of values that a JSON schema allows. It supports the keywords that this package's schemas use and
 * throws for any other.
 */
export function arbitraryOf(schema: TSchema, hints: Hints, name = '', depth = 0): fc.Arbitrary<unknown> {
  const hint = hints[name];
  const wild = wildValue(schema, hints, name, depth);
  return hint ? fc.oneof({ weight: 9, arbitrary: hint }, { weight: 1, arbitrary: wild }) : wild;
}

function wildValue(schema: TSchema, hints: Hints, name: string, depth: number): fc.Arbitrary<unknown> {
  const field = (key: string): unknown => Reflect.get(schema, key);
  const alternatives = field('anyOf');
  if (Array.isArray(alternatives)) return fc.oneof(...alternatives.map((one) => arbitraryOf(one, hints, name, depth)));
  const names = field('enum');
  if (Array.isArray(names)) return fc.constantFrom(...names);
  if (field('const') !== undefined) return fc.constant(field('const'));
  switch (field('type')) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'string':
      return field('pattern') === undefined
        ? fc.string({
            minLength: numberAt(schema, 'minLength', 0),
            maxLength: Math.min(20, numberAt(schema, 'maxLength', 20)),
          })
        : fc.constantFrom(
            '#ffffff',
            '#000',
            '#12345678',
            'rgba(10, 20, 30, 0.5)',
            'transparent',
            'Tomato',
            'hsl(90 50% 40%)',
          );
    case 'array':
      return fc.array(arbitraryOf(schemaAt(schema, 'items'), hints, name.replace(/s$/, ''), depth + 1), {
        minLength: numberAt(schema, 'minItems', 0),
        maxLength: Math.max(numberAt(schema, 'minItems', 0), Math.min(3, numberAt(schema, 'maxItems', 3))),
      });
    case 'object':
      return objects(schema, hints, depth);
    default:
      // A schema without a type takes anything.
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objects(schema: TSchema, hints: Hints, depth: number): fc.Arbitrary<unknown> {
  const properties: unknown = Reflect.get(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) {
    const [values] = Object.values(Reflect.get(schema, 'patternProperties') ?? {});
    const value = isSchema(values) ? arbitraryOf(values, hints, '', depth + 1) : fc.jsonValue({ maxDepth: 1 });
    return fc.dictionary(fc.constantFrom('radius', 'amount', 'med_video', 'a'), value, { maxKeys: 2 });
  }
  const required: unknown = Reflect.get(schema, 'required');
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const entries = Object.entries(properties);
  const always = entries.filter(([name]) => needed.has(name));
  const optional = entries.filter(([name]) => !needed.has(name));
  const tuple = (chosen: [string, unknown][]) =>
    fc
      .tuple(
        ...chosen.map(([name, one]) => (isSchema(one) ? arbitraryOf(one, hints, name, depth + 1) : fc.jsonValue())),
      )
      .map((values) => Object.fromEntries(chosen.map(([name], index) => [name, values[index]])));
  if (optional.length === 0) return tuple(always);
  // A patch of a clip has 80 fields: a few at a time say more than most of them together.
  return fc
    .subarray(optional, { minLength: 0, maxLength: Math.min(3, optional.length) })
    .chain((some) => tuple([...always, ...some]));
}

function numbers(schema: TSchema): fc.Arbitrary<number> {
  const step = numberAt(schema, 'multipleOf', 1);
  const min = Math.max(-1e9, numberAt(schema, 'minimum', numberAt(schema, 'exclusiveMinimum', -1e9) + 1e-3));
  const max = Math.min(1e9, numberAt(schema, 'maximum', 1e9));
  const nearMax = Math.max(min, Math.min(max, 12));
  const whole = (top: number) =>
    fc
      .integer({ min: Math.ceil(min / step), max: Math.max(Math.ceil(min / step), Math.floor(top / step)) })
      .map((n) => n * step);
  const near = { weight: 6, arbitrary: whole(nearMax) };
  const far = { weight: 1, arbitrary: whole(max) };
  if (Reflect.get(schema, 'type') === 'integer' || Reflect.get(schema, 'multipleOf') !== undefined)
    return fc.oneof(near, far);
  return fc.oneof(
    near,
    far,
    { weight: 4, arbitrary: fc.double({ min, max: nearMax, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  );
}

function numberAt(schema: TSchema, key: string, otherwise: number): number {
  const value: unknown = Reflect.get(schema, key);
  return typeof value === 'number' ? value : otherwise;
}

function schemaAt(schema: TSchema, key: string): TSchema {
  const value: unknown = Reflect.get(schema, key);
  if (isSchema(value)) return value;
  throw new Error(`No schema at "${key}" of ${JSON.stringify(schema)}.`);
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

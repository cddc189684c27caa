import { createRandom as createNumbers, type Random as Numbers } from '@framemill/scheduler/simulator';

/** Seeded source of random choices. */
export interface Random extends Pick<Numbers, 'next' | 'below'> {
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Creates a source of random choices. The same seed gives the same choices on every machine. */
export function createRandom(seed: number): Random {
  const { next, below } = createNumbers(seed);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined && items.length === 0) throw new RangeError('There is nothing to pick from.');
      return item as (typeof items)[number];
    },
  };
}

/** JSON schema, reduced to the keywords that the generator reads. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
}

/**
 * Generates a random value that fits `schema`. For ids and media sources it takes values from `known` by field name,
 * because a schema does not say which ones exist.
 */
export function fromSchema(schema: JsonSchema, random: Random, known: Record<string, unknown>, name = ''): unknown {
  if (name in known && random.chance(0.9)) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fromSchema(random.pick(variants), random, known, name);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectFrom(schema, random, known);
    case 'array':
      return arrayFrom(schema, random, known);
    case 'number':
    case 'integer':
      return numberFrom(schema, random, type === 'integer');
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return stringFrom(schema, random);
    case 'null':
      return null;
    default:
      return random.pick([1, 'x', true, null]);
  }
}

function objectFrom(schema: JsonSchema, random: Random, known: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const wanted = schema.required?.includes(name) || random.chance(0.35);
    if (wanted) result[name] = fromSchema(property, random, known, name);
  }
  return result;
}

function arrayFrom(schema: JsonSchema, random: Random, known: Record<string, unknown>): unknown[] {
  const least = schema.minItems ?? 0;
  const count = Math.min(schema.maxItems ?? 4, least + random.below(4));
  return Array.from({ length: count }, () => fromSchema(schema.items ?? {}, random, known));
}

function numberFrom(schema: JsonSchema, random: Random, whole: boolean): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 0.1 : 0);
  const most = Math.min(schema.maximum ?? least + 10, least + 1_000);
  const value = least + random.next() * (most - least);
  return whole ? Math.round(value) : Math.round(value * 100) / 100;
}

function stringFrom(schema: JsonSchema, random: Random): string {
  const text = random.pick(['a', 'Title', '#ff8800', 'Grüße', 'two words', '🎬']);
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
}

const junk: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  0.1 + 0.2,
  '',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '💩',
  '../../etc/passwd',
  '\'; DROP TABLE "Project"; --',
  '{{7*7}}',
  '__proto__',
  'NaN',
  [],
  {},
  [[[[[]]]]],
  { length: -1 },
  { toString: 'x', constructor: { prototype: null } },
];

/** Returns a copy of a JSON value with one random fault: a value is replaced, removed, added or repeated. */
export function mutate(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return mutateList(value, random);
  if (typeof value === 'object' && value !== null) return mutateRecord({ ...value }, random);
  return random.pick(junk);
}

function mutateList(list: unknown[], random: Random): unknown {
  const copy = [...list];
  const index = random.below(Math.max(1, copy.length));
  switch (random.below(5)) {
    case 0:
      copy.splice(index, 1);
      return copy;
    case 1:
      return [...copy, random.pick(junk)];
    case 2:
      // Past the limit of a batch.
      return copy.length > 0 ? Array.from({ length: 201 }, (_, place) => copy[place % copy.length]) : copy;
    case 3:
      return random.pick(junk);
    default:
      copy[index] = mutate(copy[index], random);
      return copy;
  }
}

function mutateRecord(record: Record<string, unknown>, random: Random): unknown {
  const names = Object.keys(record);
  if (names.length === 0 || random.chance(0.1))
    return { ...record, [String(random.pick(['extra', 'constructor', 'a b']))]: random.pick(junk) };
  const name = random.pick(names);
  switch (random.below(5)) {
    case 0:
      delete record[name];
      return record;
    case 1:
      record[name] = random.pick(junk);
      return record;
    case 2:
      return random.chance(0.2) ? random.pick(junk) : record;
    default:
      record[name] = mutate(record[name], random);
      return record;
  }
}

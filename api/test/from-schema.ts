import type { Random } from './random.ts';

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
 * Generates a random value that fits `schema`. Schemas do not say which ids and media sources exist: these come from
 * `known`, by field name.
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

import { nearestName } from '@framemill/timeline';

/** Names of an answer, at most. */
const MOST_NAMED = 20;

/** Entries of a list that are looked into, at most. */
const MOST_ENTRIES = 200;

/** What is read of a JSON Schema here. */
interface Schema {
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  items?: unknown;
}

/**
 * The fields of a body that its schema does not know, each with the known field that it may be meant for:
 * `qualty (did you mean quality?)`. They were ignored; nothing else tells a caller that a name is misspelt. At most 20.
 */
export function ignoredFields(schema: unknown, body: unknown): string[] {
  const found: string[] = [];
  collect(schema, body, '', found);
  return found;
}

function collect(schema: unknown, value: unknown, path: string, found: string[]): void {
  if (!isObject(schema) || !isObject(value) || found.length >= MOST_NAMED) return;
  const { properties, additionalProperties, items }: Schema = schema;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, MOST_ENTRIES).entries())
      collect(items, entry, `${path}${index}.`, found);
    return;
  }
  // What takes any field, commands for one, is judged by whoever reads it.
  if (properties === undefined || additionalProperties !== undefined) return;
  const names = Object.keys(properties);
  for (const [name, entry] of Object.entries(value)) {
    if (names.includes(name)) collect(properties[name], entry, `${path}${name}.`, found);
    else if (found.length < MOST_NAMED) found.push(`${path}${name.slice(0, 64)}${hint(name, names)}`);
  }
}

function hint(name: string, names: string[]): string {
  const near = nearestName(name, names);
  return near === null ? '' : ` (did you mean ${near}?)`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

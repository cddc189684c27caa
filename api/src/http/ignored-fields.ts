import { nearestName } from '@framemill/timeline';

/** Maximum number of ignored fields that a response lists. */
const MOST_NAMED = 20;

/** Maximum number of array entries that are searched for ignored fields. */
const MOST_ENTRIES = 200;

/** Properties of a JSON Schema that the search for ignored fields reads. */
interface Schema {
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  items?: unknown;
}

/**
 * Lists the fields of a request body that its schema does not contain. Such fields have no effect.
 * A similar known field is suggested if there is one, as in `qualty (did you mean quality?)`, so that callers notice
 * misspelt names. Returns at most 20 fields.
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
  // Objects that accept any field (such as commands) are checked by the code that reads them.
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

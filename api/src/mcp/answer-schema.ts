import type { TSchema } from '@framemill/timeline/typebox';

/**
 * Number of levels that answer schemas describe. Clients check every answer against its schema and pay for each schema
 * they receive.
 */
const DEPTH = 2;

const error = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
};

/**
 * Returns the JSON Schema of a tool's structured content: the names and types of its answer two levels down, or the
 * error of a failed call. The schema is open, so an answer may have further fields. The OpenAPI document has the
 * complete schema.
 */
export function answerSchema(output: TSchema): Record<string, unknown> {
  const { properties, required = [] } = outline(JSON.parse(JSON.stringify(output)), DEPTH);
  return { type: 'object', properties: { ...properties, error }, anyOf: [{ required }, { required: ['error'] }] };
}

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

function outline({ type, properties, required, items, anyOf }: Schema, depth: number): Schema {
  const types = [...new Set([type ?? anyOf?.map((choice) => choice.type ?? []) ?? []].flat(2))];
  const [only] = types;
  if (only === undefined) return {};
  const inner: Schema = {};
  if (properties && depth > 0) {
    const outlined = Object.entries(properties).map(([name, schema]) => [name, outline(schema, depth - 1)]);
    inner.properties = Object.fromEntries(outlined);
    if (required) inner.required = required;
  }
  if (items && depth > 0) inner.items = outline(items, depth - 1);
  return { type: types.length === 1 ? only : types, ...inner };
}

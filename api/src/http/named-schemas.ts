type Json = Record<string, unknown>;

/** JSON Schema keywords whose values are data, not schemas: a `title` inside them is not the title of a schema. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Moves every titled schema in the responses of an OpenAPI document to `components.schemas`, named by its title.
 * Generated clients name their types by these titles. Throws `TypeError` when two different schemas have the same
 * title.
 */
export function withNamedSchemas<Document extends { paths?: object; components?: { schemas?: object } }>(
  document: Document,
): Document {
  const named = new Map<string, string>();
  const inside = (part: Json): Json =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, DATA.has(key) ? value : replaced(value)]));
  function replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...schema } = inside(value as Json);
    // A property called `title` contains a schema, not a name.
    if (typeof title !== 'string') return title === undefined ? schema : { title, ...schema };
    const text = JSON.stringify(schema);
    if ((named.get(title) ?? text) !== text) throw new TypeError(`Two different schemas have the title "${title}".`);
    named.set(title, text);
    return { $ref: `#/components/schemas/${title}` };
  }
  const paths = mapOperations(document.paths ?? {}, (operation) => ({
    ...operation,
    ...(operation.responses ? { responses: replaced(operation.responses) } : {}),
  }));
  const schemas = Object.fromEntries([...named].toSorted().map(([title, text]) => [title, JSON.parse(text)]));
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } },
  };
}

function mapOperations(paths: object, change: (operation: Json) => Json): object {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]: [string, object]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, change(operation)])),
    ]),
  );
}

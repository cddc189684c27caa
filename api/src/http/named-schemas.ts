type Json = Record<string, unknown>;

/** Where examples stand, which are data: a project in them may have a title as well. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * An OpenAPI document in which every schema of an answer that has a title stands once, in `components.schemas` under its title: generated
 * clients name their types so. Throws when two that differ have one title.
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
    // A property that is called title is a schema, not a name.
    if (typeof title !== 'string') return title === undefined ? schema : { title, ...schema };
    const text = JSON.stringify(schema);
    if ((named.get(title) ?? text) !== text) throw new TypeError(`Two schemas have the title ${title}.`);
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

/**
 * Returns command parameters that name the source `src` at `path` (`*`: an entry of a list or record). `given` has the
 * other parameters; missing ones get the smallest value that the JSON schema allows.
 */
export function withSource(schema: unknown, path: readonly string[], src: string, given?: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return src;
  const branch = branches(schema).find((one) => leads(one, path));
  if (branch === undefined) throw new Error(`The schema has no ${path.join('.')}.`);
  if (name === '*' && field(branch, 'type') === 'array') {
    const [first] = Array.isArray(given) ? given : [];
    return [withSource(field(branch, 'items'), rest, src, first)];
  }
  const base = typeof given === 'object' && given !== null ? given : smallest(branch);
  const key = name === '*' ? 'any' : name;
  const before: unknown = typeof base === 'object' && base !== null ? Reflect.get(base, key) : undefined;
  return { ...Object(base), [key]: withSource(inner(branch, name), rest, src, before) };
}

function inner(schema: unknown, name: string): unknown {
  return field(field(schema, 'properties'), name) ?? Object.values(Object(field(schema, 'patternProperties')))[0];
}

function leads(schema: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (name === '*' && field(schema, 'type') === 'array') {
    return rest.length === 0 || branches(field(schema, 'items')).some((one) => leads(one, rest));
  }
  const next = inner(schema, name);
  return next !== undefined && (rest.length === 0 || branches(next).some((one) => leads(one, rest)));
}

function branches(schema: unknown): unknown[] {
  const alternatives = field(schema, 'anyOf');
  return Array.isArray(alternatives) ? alternatives.flatMap(branches) : [schema];
}

function smallest(schema: unknown): unknown {
  const [branch] = branches(schema);
  const names = field(branch, 'enum');
  if (Array.isArray(names)) return names[0];
  switch (field(branch, 'type')) {
    case 'object': {
      const required = field(branch, 'required');
      const needed: unknown[] = Array.isArray(required) ? required : [];
      return Object.fromEntries(
        needed.map((name) => [name, smallest(field(field(branch, 'properties'), String(name)))]),
      );
    }
    case 'array':
      return Array.from({ length: Number(field(branch, 'minItems') ?? 0) }, () => smallest(field(branch, 'items')));
    case 'string':
      return 'x';
    case 'boolean':
      return false;
    default:
      return Number(field(branch, 'minimum') ?? 0) + (field(branch, 'exclusiveMinimum') === undefined ? 0 : 1);
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

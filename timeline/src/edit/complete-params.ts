import { Compile, Type } from '#typebox';
import type { Effect } from '../document/effect.ts';
import { describeSchemaErrors, fieldNames } from '../document/schema-error.ts';
import { refuse } from '../errors/refuse.ts';

type Params = Effect['params'];

// Compiling takes a fraction of a millisecond; schemas remain the same objects for the life of a process.
const validators = new WeakMap<object, ReturnType<typeof compiled>>();

/**
 * Validates parameters against a JSON schema and fills in its defaults.
 * Throws `invalid_request` for invalid parameters. In messages, `path` names the parameters and `owner` the object that
 * they belong to.
 */
export function completeParams(schema: object, given: Params, path: string, owner: string): Params {
  const params = { ...defaultsOf(schema), ...given };
  let validator = validators.get(schema);
  if (!validator) {
    validator = compiled(schema);
    validators.set(schema, validator);
  }
  if (validator.Check(params)) return params;
  const { message } = describeSchemaErrors(validator.Errors(params), params, path);
  const takes = fieldNames(schema).join(', ') || 'no parameters';
  throw refuse(/not a known field|does not support/.test(message) ? `${message} ${owner} takes ${takes}.` : message);
}

function compiled(schema: object) {
  return Compile(Type.Unsafe<Params>(schema));
}

function defaultsOf(schema: object): Params {
  const properties: unknown = Reflect.get(schema, 'properties');
  const defaults: Params = {};
  if (typeof properties !== 'object' || properties === null) return defaults;
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown =
      typeof property === 'object' && property !== null ? Reflect.get(property, 'default') : undefined;
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') defaults[name] = value;
  }
  return defaults;
}

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Effect } from '../document/effect.ts';
import { describeSchemaErrors, fieldNames } from '../document/schema-error.ts';
import type { EffectType } from '../vocabulary/effect-type.ts';
import { refuse } from './refuse.ts';

type Params = Effect['params'];
type Validator = ReturnType<typeof compiled>;

// Compiling a schema costs a fraction of a millisecond; a catalogue's schemas are the same objects for a process's life.
const validators = new WeakMap<object, Validator>();

/**
 * The parameters of an effect as it is stored: checked against the catalogue's schema, defaults filled in. Throws for an
 * effect that cannot be drawn and for parameters that it does not take. `path` is what messages call the parameters.
 */
export function effectParams(catalogue: Catalogue, type: EffectType, given: Params, path: string): Params {
  const schema = catalogue.effects[type];
  if (!schema) {
    const known = Object.keys(catalogue.effects);
    throw refuse(
      `Effect "${type}" cannot be drawn yet. ${known.length > 0 ? `Use one of ${known.join(', ')}.` : 'No effect can.'}`,
    );
  }
  const params = { ...defaultsOf(schema), ...given };
  let validator = validators.get(schema);
  if (!validator) {
    validator = compiled(schema);
    validators.set(schema, validator);
  }
  if (!validator.Check(params)) {
    const { message } = describeSchemaErrors(validator.Errors(params), params, path);
    const takes = fieldNames(schema).join(', ') || 'no parameters';
    throw refuse(/not a known field|has no field/.test(message) ? `${message} ${type} takes ${takes}.` : message);
  }
  return params;
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

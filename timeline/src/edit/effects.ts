import { Compile, Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import type { Effect } from '../document/effect.ts';
import { LIMITS } from '../document/limits.ts';
import { describeSchemaErrors, fieldNames } from '../document/schema-error.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { EffectType } from '../vocabulary/index.ts';

/**
 * Completes an effect's parameters for storage: validates them against the catalogue's schema and fills in defaults.
 * Throws `invalid_request` for an effect that cannot be drawn and for invalid parameters. `path` names the parameters
 * in messages.
 */
export function effectParams(
  { catalogue }: Pick<ReduceContext, 'catalogue'>,
  type: EffectType,
  given: Effect['params'],
  path: string,
): Effect['params'] {
  const schema = catalogue.effects[type];
  if (schema) {
    return completeParams(schema, given, path, type);
  }
  const known = Object.keys(catalogue.effects);
  throw refuse(
    `Effect "${type}" is not supported yet. ${known.length > 0 ? `Use one of ${known.join(', ')}.` : 'None exist.'}`,
  );
}

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

/**
 * Sets the effect stack of a clip; an empty stack removes the field. Throws `invalid_request` above the maximum number
 * of effects.
 */
export function withEffects(clip: Clip, effects: readonly Effect[]): Clip {
  if (effects.length > LIMITS.effectsPerClip) {
    throw refuse(
      `Clip "${clip.id}" would have ${effects.length} effects; the limit is ${LIMITS.effectsPerClip}. Remove ` +
        'some first.',
    );
  }
  const { effects: _, ...rest } = clip;
  return effects.length > 0 ? { ...rest, effects: [...effects] } : rest;
}

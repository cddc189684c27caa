import type { Static, TSchema } from 'typebox';
import { Compile as compileNow } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';

/** Validator of values against one schema. */
export interface Validator<S extends TSchema> {
  Check(value: unknown): value is Static<S>;
  /** Returns the problems of `value`; empty when it is valid. */
  Errors(value: unknown): TLocalizedValidationError[];
}

const compiled = new WeakMap<TSchema, Validator<TSchema>>();

/**
 * Returns a validator that is compiled on first use, once for each schema object. Compiling a clip's schema takes 50 ms
 * of processor time, and most processes use few of the schemas they load.
 */
export function Compile<S extends TSchema>(schema: S): Validator<S> {
  let own: Validator<TSchema> | undefined;
  const validator = (): Validator<TSchema> => {
    own ??= compiled.get(schema);
    if (own) return own;
    own = compileNow(schema);
    compiled.set(schema, own);
    return own;
  };
  return {
    Check: (value): value is Static<S> => validator().Check(value),
    Errors: (value) =>
      validator()
        .Errors(value)
        .map((error) => withRange(schema, error)),
  };
}

/**
 * Adds both limits of a number to an error about one of the limits, so that the message can state the whole valid
 * range.
 */
function withRange(schema: TSchema, error: TLocalizedValidationError): TLocalizedValidationError {
  if (!/^(?:exclusive)?(?:minimum|maximum)$/i.test(error.keyword)) return error;
  let at: unknown = schema;
  for (const part of error.schemaPath.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return error;
    at = Reflect.get(at, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  if (typeof at !== 'object' || at === null) return error;
  const { minimum, exclusiveMinimum, maximum }: Record<string, unknown> = { ...at };
  return { ...error, params: { ...error.params, range: { minimum, exclusiveMinimum, maximum } } } as typeof error;
}

import type { Static, TSchema } from 'typebox';
import { Compile as compileNow } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';

/** Checks values against one schema. */
export interface Validator<S extends TSchema> {
  Check(value: unknown): value is Static<S>;
  /** What is wrong with `value`; empty when nothing is. */
  Errors(value: unknown): TLocalizedValidationError[];
}

const compiled = new WeakMap<TSchema, Validator<TSchema>>();

/**
 * A validator that is compiled when it is first used, once for each schema object: a clip's takes 50 ms of processor
 * time, and most processes load many more schemas than they ever check a value against.
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

/** An error about one bound of a number, with both: whoever sent 5 where 0 to 1 goes is told all of it at once. */
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

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
    Errors: (value) => validator().Errors(value),
  };
}

import { schemaFault } from '@framemill/timeline/errors';
import { Compile, type Static, type TSchema } from '@framemill/timeline/typebox';

/** A message that does not fit its schema. Not retryable: sender and reader disagree about the protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/**
 * Makes the parse function of one message. The function returns the value itself when it fits the schema and throws
 * `ProtocolError` naming the first field that does not.
 */
export function parserOf<T extends TSchema>(what: string, schema: T): (value: unknown) => Static<T> {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return value as Static<T>;
    const first = compiled.Errors(value)[0];
    const path = first?.instancePath === undefined || first.instancePath === '' ? 'the value' : first.instancePath;
    throw new ProtocolError(
      `${what}: ${path} ${first ? schemaFault(first) : 'is wrong'}. Check that scheduler and nodes run the same release.`,
    );
  };
}

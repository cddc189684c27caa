import { schemaFault } from '@framemill/timeline/errors';
import { Compile, type Static, type TSchema } from '@framemill/timeline/typebox';

/** Error for a message that does not match its schema. Not retryable: sender and reader use different protocols. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/**
 * Creates the parse function of one message type. The function returns the value itself when it matches the schema,
 * and throws `ProtocolError` naming the first field that does not.
 */
export function parserOf<T extends TSchema>(what: string, schema: T): (value: unknown) => Static<T> {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return value as Static<T>;
    const first = compiled.Errors(value)[0];
    const path = first?.instancePath === undefined || first.instancePath === '' ? 'the value' : first.instancePath;
    throw new ProtocolError(
      `Invalid ${what}: ${path} ${first ? schemaFault(first) : 'is not valid'}. Run the same version of all services.`,
    );
  };
}

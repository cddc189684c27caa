import { schemaFault } from '@framemill/timeline/errors';
import { Compile, type Static, type TSchema, Type } from '@framemill/timeline/typebox';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from './version.ts';

/**
 * Protocol version of a message. Like the other fields in this file, it is part of several messages. The length of
 * these fields is limited to keep job payloads small.
 */
export const version = Type.Integer({ minimum: OLDEST_PROTOCOL_VERSION, maximum: PROTOCOL_VERSION });
/** Id in a message: 1-64 characters. */
export const id = Type.String({ minLength: 1, maxLength: 64 });
/** SHA-256 hash as 64 lower-case hexadecimal digits. */
export const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/**
 * Fingerprint of a node's engine (render program version and machine type), 12 to 64 letters and digits. Engines with
 * equal fingerprints produce equal bytes.
 */
export const fingerprint = Type.String({ minLength: 12, maxLength: 64, pattern: '^[A-Za-z0-9]+$' });
/** Key of an object in the object store, without a leading slash. */
export const objectKey = Type.String({ minLength: 1, maxLength: 256, pattern: '^[^/]' });
/** Whole number, 0 or more, within the range of a PostgreSQL integer column. */
export const count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** Size of a file or of memory, in bytes. */
export const sizeBytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Measured quantity, 0 or more, such as milliseconds. */
export const measure = Type.Number({ minimum: 0 });

/** Span above those of a job: a `traceparent` of W3C Trace Context. Jobs that are not traced have none. */
export const traceparent = Type.String({ pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' });

/**
 * Fields of every job that is an attempt of a render's task. `epoch` is the epoch of the leader that dispatched the
 * job.
 */
export const renderJobFields = {
  v: version,
  renderId: id,
  accountId: id,
  taskId: id,
  attempt: Type.Integer({ minimum: 1 }),
  epoch: count,
  traceparent: Type.Optional(traceparent),
} as const;

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

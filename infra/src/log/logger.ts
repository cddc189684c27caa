import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { lineWriter } from './line-writer.ts';

export type { Logger } from 'pino';

/** Fields that may carry a secret wherever they stand one or two levels deep. */
const secretFields = ['authorization', 'password', 'apiKey', 'secret', 'token', 'databaseUrl', 'redisUrl'];

/**
 * JSON lines on stdout with `name`; keys and passwords are replaced by `[hidden]`, and errors under `err` lose their `command`.
 * `destination` is for tests.
 */
export function createLogger(name: string, config: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    name,
    level: config.level,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    serializers: { err: (error: Error) => withoutCommand(stdSerializers.err(error)) },
  };
  return pino(options, destination ?? lineWriter(1));
}

// A refused connection's error carries the command that Redis refused: HELLO or AUTH, with the password among its arguments.
function withoutCommand(value: unknown, above: readonly unknown[] = []): unknown {
  if (above.includes(value)) return '[Circular]';
  const within = [...above, value];
  if (Array.isArray(value)) return value.map((entry) => withoutCommand(entry, within));
  if (!isErrorLike(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'command');
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutCommand(entry, within)]));
}

function isErrorLike(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { lineWriter } from './line-writer.ts';
import { readableLine } from './readable-line.ts';

export type { Logger } from 'pino';

/** Names of fields whose values are hidden, up to two levels deep, because they may contain a secret. */
const secretFields = ['authorization', 'password', 'apiKey', 'secret', 'token', 'databaseUrl', 'redisUrl'];

/**
 * Names of error fields that may contain a password: the command that Redis refused (HELLO or AUTH, with its
 * arguments), and a text that is not a valid URL.
 */
const secretErrorFields = ['command', 'input'];

/**
 * Creates a logger that writes lines with `name` to stdout: JSON, or one readable line each on a terminal. Keys and
 * passwords are replaced by `[hidden]`, and `secretErrorFields` are removed from errors under `err`. `destination` is
 * for tests.
 */
export function createLogger(name: string, config: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    name,
    level: config.level,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    serializers: { err: (error: Error) => withoutSecrets(stdSerializers.err(error)) },
  };
  return pino(options, destination ?? stdout());
}

function stdout(): DestinationStream {
  const writer = lineWriter(1);
  return process.stdout.isTTY ? { write: (line) => writer.write(readableLine(line)) } : writer;
}

// An error may contain another one: in a list of errors, or as a property.
function withoutSecrets(value: unknown, above: readonly unknown[] = []): unknown {
  if (above.includes(value)) return '[Circular]';
  const within = [...above, value];
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, within));
  if (!isErrorLike(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !secretErrorFields.includes(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutSecrets(entry, within)]));
}

function isErrorLike(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

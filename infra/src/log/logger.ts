import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { lineWriter } from './line-writer.ts';
import { readableLine } from './readable-line.ts';

export type { Logger } from 'pino';

/** Fields that may carry a secret wherever they stand one or two levels deep. */
const secretFields = ['authorization', 'password', 'apiKey', 'secret', 'token', 'databaseUrl', 'redisUrl'];

/**
 * Fields of errors that may hold a password: the command that Redis refused (HELLO or AUTH, with its arguments), and the
 * text that is no URL.
 */
const secretErrorFields = ['command', 'input'];

/**
 * Lines on stdout with `name`: JSON, or on a terminal one readable line each. Keys and passwords are replaced by `[hidden]`, and errors under `err` lose `secretErrorFields`.
 * `destination` is for tests.
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

// An error may stand in another: as one of several, or as a property.
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

import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { currentTraceId } from '../tracing/tracing.ts';
import { readableLine } from './readable-line.ts';

export type { Logger } from 'pino';

/** Names of fields whose values are hidden, up to two levels deep, because they may contain a secret. */
const secretFields = ['authorization', 'password', 'apiKey', 'secret', 'token', 'databaseUrl', 'redisUrl'];

/**
 * Names of error fields that may contain a password: the command that Redis rejected (HELLO or AUTH, with its
 * arguments), and a text that is not a valid URL.
 */
const secretErrorFields = ['command', 'input'];

/**
 * Creates a logger that writes lines with `name` to stdout, as JSON or, on a terminal, in a readable form. Keys and
 * passwords are replaced by `[hidden]`, and `secretErrorFields` are removed from errors under `err`. With `traced`,
 * lines within a trace have its id as `traceId`. `destination` replaces stdout in tests.
 */
export function createLogger(
  name: string,
  config: { level: string; traced?: boolean },
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level: config.level,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    serializers: { err: (error: Error) => withoutSecrets(stdSerializers.err(error)) },
    ...(config.traced === true ? { mixin: traceFields } : {}),
  };
  return pino(options, destination ?? stdout());
}

function traceFields(): { traceId?: string } {
  const traceId = currentTraceId();
  return traceId === null ? {} : { traceId };
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

/** Maximum number of 10 ms waits for a slow reader of the log when the process ends. */
const maxWaits = 100;
/** Maximum size of the lines that wait in memory for a slow reader, in bytes. Further lines are dropped. */
const mostWaiting = 4_000_000;
/** Pause between two attempts to write waiting lines, in ms. */
const retryMs = 10;

/**
 * Creates a writer that writes lines to a file descriptor at once, so that nothing is lost when the process ends. If
 * the reader of a pipe is slow, lines wait in memory and the process continues. At its end the process waits up to a
 * second for the reader. When the reader has closed the pipe, which means that the parent process is dead, lines are
 * dropped silently so that this process can still stop. pino's own destination is not used because it retries a broken
 * pipe forever at exit.
 */
function lineWriter(fd: number): { write(line: string): void } {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  /** Writes waiting lines. Returns false when the reader accepts no more data at the moment. */
  function flush(): boolean {
    while (!gone && waiting[0] !== undefined) {
      const [first] = waiting;
      try {
        const written = writeSync(fd, first);
        waitingBytes -= written;
        if (written === first.length) waiting.shift();
        else waiting[0] = first.subarray(written);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return false;
        gone = true;
        waiting = [];
      }
    }
    return true;
  }

  let isSlow = false;

  function tryAgain(): void {
    timer = undefined;
    if (flush()) return;
    timer = setTimeout(tryAgain, retryMs).unref();
    if (!isSlow) process.once('exit', finish);
    isSlow = true;
  }

  function finish(): void {
    for (let waits = 0; !flush() && waits < maxWaits; waits += 1) Atomics.wait(pause, 0, 0, retryMs);
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (gone || waitingBytes + bytes.length > mostWaiting) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (timer === undefined) tryAgain();
    },
  };
}

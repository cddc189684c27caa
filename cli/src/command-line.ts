import { type ParseArgsConfig, parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Creates the error of an invalid command line: `invalid_request` with the detail `usage`, and a reference to --help.
 */
export function usage(message: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`, { usage: true }, { cause });
}

/**
 * Parses arguments (without node and script), including positional ones. Throws `usage` for an invalid command line.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    // The first sentence describes the error; the others are advice for programmers.
    const [what = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw usage(`${what}.`);
  }
}

/** Returns the value of an option that accepts a fixed set of names. Throws `usage` for any other value. */
export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw usage(`${name} must be one of ${allowed.join(', ')} (got "${value}").`);
  return found;
}

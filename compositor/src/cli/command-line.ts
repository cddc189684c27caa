import { type ParseArgsConfig, parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline/errors';

/** A command line that is wrong, whatever it names: `invalid_request` with `usage`, and where the right one is described. */
export function usage(message: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`, { usage: true }, { cause });
}

/** Reads words (without node and script), among which may be ones that belong to no option. Throws `usage`. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    // The first sentence says what is wrong; the others are about writing programs.
    const [what = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw usage(`${what}.`);
  }
}

/** The value of an option that takes one of some names. Throws `usage` for another. */
export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw usage(`${name} must be one of ${allowed.join(', ')} (got "${value}").`);
  return found;
}

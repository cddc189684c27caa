import { FramemillError } from '@framemill/timeline';

/**
 * Returns the known names that are listed in `--only a,b`, or all of them when it was not given. Throws
 * `invalid_request` for an unknown name, with the name of the `option`.
 */
export function chosenNames<Name extends string>(
  list: string | undefined,
  known: readonly Name[],
  option = '--only',
): readonly Name[] {
  const listed = list?.split(',') ?? known;
  const unknown = listed.find((name) => !known.some((other) => other === name));
  if (unknown !== undefined) throw usage(`${option} accepts ${known.join(', ')} (got "${unknown}").`);
  return listed.flatMap((name) => known.find((other) => other === name) ?? []);
}

/**
 * Returns the value of `--name`, the base name of the result files. Throws `invalid_request` unless it is safe in a
 * path.
 */
export function resultsName(name: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(name)) return name;
  throw usage(`--name must be 1 to 40 characters of a-z, 0-9 and - (got "${name}").`);
}

/**
 * Returns the value of an option that must be a whole number from `least` to `most` in steps of `step`. Throws
 * `invalid_request` for other values.
 */
export function wholeNumber(option: string, text: string, least: number, most: number, step = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most && value % step === 0) return value;
  const multiple = step > 1 ? `, a multiple of ${step}` : '';
  throw usage(`${option} must be a whole number from ${least} to ${most}${multiple} (got "${text}").`);
}

/** Returns the command line of this process for the result pages: `npm run <script>` with its options. */
export function calledAs(script: string): string {
  return ['npm run', script, ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
}

/** Returns the error for an invalid option. Its message refers to --help. */
export function usage(message: string): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`);
}

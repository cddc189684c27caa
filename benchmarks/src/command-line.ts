import { FramemillError } from '@framemill/timeline';

/** The names that `--only a,b` lists, or all that are known when it was not given. Throws on one that is not known. */
export function chosenNames(list: string | undefined, known: readonly string[]): readonly string[] {
  const chosen = list?.split(',') ?? known;
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined) throw usage(`--only knows ${known.join(', ')} (got "${unknown}").`);
  return chosen;
}

/** The value of `--name`: what the files of results are called. Throws unless it is safe in a path. */
export function resultsName(name: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(name)) return name;
  throw usage(`--name must be of a-z, 0-9 and - (got "${name}").`);
}

/** The value of an option that takes a whole number from `least` to `most` in steps of `step`. Throws on anything else. */
export function wholeNumber(option: string, text: string, least: number, most: number, step = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most && value % step === 0) return value;
  throw usage(
    `${option} must be a whole number from ${least} to ${most}${step > 1 ? `, a multiple of ${step}` : ''} (got "${text}").`,
  );
}

/** How this process was called, as results tell it: `npm run <script>` with its options. */
export function calledAs(script: string): string {
  return ['npm run', script, ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
}

/** The error of a wrong option, which says where the right ones are listed. */
export function usage(message: string): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`);
}

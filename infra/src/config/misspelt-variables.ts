import { nearestName } from '@framemill/timeline/errors';
import { variables } from './variables.ts';

/** Maximum number of letters by which a misspelt name differs from the intended one. */
const MOST_LETTERS = 2;

/**
 * Finds environment variables whose names resemble those of Framemill but do not exist, and returns each with the
 * nearest name: `SLOT (did you mean SLOTS?)`. Without this check an operator would not notice that a value has no
 * effect. `others` are further valid names.
 */
export function misspeltVariables(env: Record<string, string | undefined>, others: readonly string[] = []): string[] {
  const known = [...Object.keys(variables), ...others];
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value?.trim() || known.includes(name)) return [];
    const near =
      nearestName(name, known, MOST_LETTERS) ?? known.find((one) => isLonger(name, one) || isLonger(one, name));
    return near === undefined ? [] : [`${name} (did you mean ${near}?)`];
  });
}

// Matches S3_BUCKET_NAME and MEDIA_CACHE. A single word (PORT, HOST) is excluded, because names of many programs begin
// with it.
function isLonger(long: string, short: string): boolean {
  return short.includes('_') && long.startsWith(`${short}_`);
}

/** Calls `warn` with one line for each misspelt variable of an environment. */
export function warnOfMisspelt(
  env: Record<string, string | undefined>,
  warn: (line: string) => void,
  others: readonly string[] = [],
): void {
  for (const variable of misspeltVariables(env, others))
    warn(`unknown environment variable ${variable}: it has no effect`);
}

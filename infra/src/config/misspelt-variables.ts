import { nearestName } from '@framemill/timeline/errors';
import { variables } from './variables.ts';

/** Letters by which a name may differ from the one that is meant. */
const MOST_LETTERS = 2;

/**
 * The variables of an environment that look like ones of Framemill and are none, with the nearest name: `SLOT (did you mean
 * SLOTS?)`. Nothing else tells an operator that a value has no effect. `others`: further names that are read.
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

// S3_BUCKET_NAME, MEDIA_CACHE. One word (PORT, HOST) begins names of many programs.
function isLonger(long: string, short: string): boolean {
  return short.includes('_') && long.startsWith(`${short}_`);
}

/** One warning for each of them. */
export function warnOfMisspelt(
  env: Record<string, string | undefined>,
  warn: (line: string) => void,
  others: readonly string[] = [],
): void {
  for (const variable of misspeltVariables(env, others)) warn(`there is no variable ${variable}; it has no effect`);
}

import { FramemillError } from '@framemill/timeline';

/** Longest name of an app, in UTF-16 units. */
export const MAX_APP_NAME_LENGTH = 100;

/** Control characters, and those that turn the direction of what stands after them. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/**
 * What is wrong with the name that people read when they are asked to connect an app; null when it may be used. It must not
 * push the rest of the page out of sight, nor change how its sentences read.
 */
export function appNameProblem(name: string): string | null {
  if (name.trim() === '') return 'holds nothing that can be seen';
  if (name.length > MAX_APP_NAME_LENGTH) return `has more than ${MAX_APP_NAME_LENGTH} characters`;
  return UNSEEN.test(name) ? 'holds characters that cannot be seen but change how others are shown' : null;
}

/** Throws `invalid_request` for a name that an app may not have. */
export function checkAppName(name: string): void {
  const problem = appNameProblem(name);
  if (problem !== null) throw new FramemillError('invalid_request', `body.name ${problem}.`, { field: 'body.name' });
}

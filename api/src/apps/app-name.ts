import { FramemillError } from '@framemill/timeline';

/** Maximum length of an app's name, in UTF-16 code units. */
export const MAX_APP_NAME_LENGTH = 100;

/** Control characters, and characters that reverse the direction of the text after them. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Checks the name that users see on the consent page. Returns a description of the problem, or null when it is valid.
 * The name must not push the rest of the page out of view, nor change the reading direction of its sentences.
 */
export function appNameProblem(name: string): string | null {
  if (name.trim() === '') return 'has no visible characters';
  if (name.length > MAX_APP_NAME_LENGTH) return `has more than ${MAX_APP_NAME_LENGTH} characters`;
  return UNSEEN.test(name) ? 'contains invisible characters that change how other characters are displayed' : null;
}

/** Throws `invalid_request` when `appNameProblem` reports a problem with the name. */
export function checkAppName(name: string): void {
  const problem = appNameProblem(name);
  if (problem !== null) throw new FramemillError('invalid_request', `body.name ${problem}.`, { field: 'body.name' });
}

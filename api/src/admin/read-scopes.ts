import { FramemillError } from '@framemill/timeline';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';

/** Reads the value of an option that lists scopes with commas between. Throws `invalid_request` for what is none. */
export function readScopes(text: string): Scope[] {
  return text.split(',').map((word) => {
    const name = word.trim();
    if (isScope(name)) return name;
    throw new FramemillError('invalid_request', `"${name}" is no scope. There are: ${scopeNames.join(', ')}.`);
  });
}

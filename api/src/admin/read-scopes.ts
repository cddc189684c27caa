import { FramemillError } from '@framemill/timeline';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';

/**
 * Parses the value of `--scopes a,b,...`; returns undefined when it is absent.
 * Throws `invalid_request` for an unknown scope.
 */
export function readScopes(text: string | undefined): Scope[] | undefined {
  return text?.split(',').map((word) => {
    const name = word.trim();
    if (isScope(name)) return name;
    throw new FramemillError(
      'invalid_request',
      `--scopes: "${name}" is not a scope. Use one of ${scopeNames.join(', ')}.`,
    );
  });
}

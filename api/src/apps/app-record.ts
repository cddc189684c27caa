import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';

/** Maximum length of an app's name, in UTF-16 code units. */
const MAX_APP_NAME_LENGTH = 100;

/** Control characters, and characters that reverse the direction of the text after them. */
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Maximum number of redirect URIs of an app. */
export const MAX_REDIRECT_URIS = 10;

/** Schemas of the fields that requests to create an app and requests to change an app have in common. */
export const appFields = {
  name: Type.String({ minLength: 1, maxLength: MAX_APP_NAME_LENGTH }),
  scopes: Type.Array(Type.Enum(scopeNames), {
    minItems: 1,
    maxItems: 18,
    description: 'The most that it may hand out.',
  }),
  redirectUris: Type.Array(Type.String({ maxLength: 500 }), {
    maxItems: MAX_REDIRECT_URIS,
    description: 'https, or http on 127.0.0.1, [::1] or localhost; compared to the letter.',
  }),
};

/** States of an app's review. */
export const appStates = ['draft', 'in_review', 'approved', 'rejected', 'suspended'] as const;

/** App record as its developer sees it. */
export const AppSchema = Type.Object({
  id: Type.String({ description: 'Also the OAuth client id.' }),
  name: Type.String(),
  status: Type.Enum(appStates),
  scopes: Type.Array(Type.Enum(scopeNames)),
  redirectUris: Type.Array(Type.String()),
  throttled: Type.Boolean(),
  reviewNote: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  createdAt: Type.String({ format: 'date-time' }),
});

/** Columns of an app row that its record is built from. */
export interface AppRow {
  id: string;
  name: string;
  status: string;
  scopes: string[];
  redirectUris: string[];
  throttled: boolean;
  reviewNote: string | null;
  createdAt: Date;
}

/** States in which the developer may change every field of an app and submit it for review. */
export const openStates = ['draft', 'rejected'];

/** Builds the record of an app from its row. */
export function appRecord({ id, name, redirectUris, throttled, reviewNote, createdAt, ...row }: AppRow) {
  const status = appStates.find((state) => state === row.status) ?? 'draft';
  const scopes: Scope[] = row.scopes.filter(isScope);
  return { id, name, status, scopes, redirectUris, throttled, reviewNote, createdAt: createdAt.toISOString() };
}

/**
 * Checks the name that users see on the consent page. Returns a description of the problem, or null when the name is
 * valid.
 * A long name could push the rest of the page out of view, and control characters could change the reading direction of
 * its sentences.
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

import { Type } from '@framemill/timeline/typebox';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';
import { MAX_APP_NAME_LENGTH } from './app-name.ts';

/** Longest list of addresses that OAuth may send users back to. */
export const MAX_REDIRECT_URIS = 10;

/** Fields of requests about apps. */
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

/** What an app may be. */
export const appStates = ['draft', 'in_review', 'approved', 'rejected', 'suspended'] as const;

/** An app as its developer sees it. */
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

/** The columns of an app that its record shows. */
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

/** Before a review and after a refusal: its developer may change everything of an app and hand it in. */
export const openStates = ['draft', 'rejected'];

/** The record of an app row. */
export function appRecord({ id, name, redirectUris, throttled, reviewNote, createdAt, ...row }: AppRow) {
  const status = appStates.find((state) => state === row.status) ?? 'draft';
  const scopes: Scope[] = row.scopes.filter(isScope);
  return { id, name, status, scopes, redirectUris, throttled, reviewNote, createdAt: createdAt.toISOString() };
}

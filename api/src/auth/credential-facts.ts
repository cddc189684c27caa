import type { AccountFacts } from '../account/account-facts.ts';
import type { KeyEnvironment } from './bearer-key.ts';

/** A key or access token as stored, with what its account and app say about it. */
export interface CredentialFacts {
  type: 'api_key' | 'oauth';
  /** Id of the key; null for tokens. */
  keyId: string | null;
  accountId: string;
  account: AccountFacts;
  app: AppFacts | null;
  environment: KeyEnvironment;
  scopes: string[];
  /** null: does not expire. */
  expiresAt: Date | null;
  /** What a token is for; null for keys, which open the API alone. */
  resource: string | null;
}

/** What an app says about the credentials that belong to it. */
export interface AppFacts {
  id: string;
  /** The scopes that it may hand out. */
  ceiling: string[];
  /** Not a draft, in review or rejected: such an app has test keys only. */
  approved: boolean;
  /** Switched off, or paused with its owner's account. */
  suspended: boolean;
  throttled: boolean;
}

import type { AccountFacts } from '../account/account-facts.ts';
import type { KeyEnvironment } from './bearer-key.ts';

/** Stored API key or access token, with the facts of its account and app that authentication needs. */
export interface CredentialFacts {
  type: 'api_key' | 'oauth';
  /** Id of the key; null for access tokens. */
  keyId: string | null;
  accountId: string;
  account: AccountFacts;
  app: AppFacts | null;
  environment: KeyEnvironment;
  scopes: string[];
  /** Time of expiry; null when it does not expire. */
  expiresAt: Date | null;
  /** Resource that a token was issued for; null for keys, which are valid for the API only. */
  resource: string | null;
}

/** Facts of the app that a credential belongs to. */
export interface AppFacts {
  id: string;
  /** Scopes that the app may grant. */
  ceiling: string[];
  /** Whether the app passed its review. Drafts, apps in review and rejected apps have test keys only. */
  approved: boolean;
  /** Whether the app was suspended. For tokens, also whether its owner's account is restricted. */
  suspended: boolean;
  throttled: boolean;
}

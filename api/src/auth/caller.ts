import type { Plan } from '@framemill/scheduler';
import type { KeyEnvironment } from './bearer-key.ts';
import type { Scope } from './scopes.ts';

/** Authenticated sender of a request. The values are at most 5 s old. */
export interface Caller {
  accountId: string;
  /** Plan of the account, with the account's own limits applied. */
  plan: Plan;
  credential: {
    /** Type of the credential. `session`: a signed-in person who calls the Studio's routes. */
    type: 'api_key' | 'oauth' | 'session';
    /** Id of the API key; null for OAuth tokens and sessions. */
    keyId: string | null;
    appId: string | null;
    environment: KeyEnvironment;
    scopes: Scope[];
  };
  /**
   * Key under which the rate limiter counts the caller's requests.
   * It is the key's id, the account of OAuth tokens or of a session, or the id of a throttled app.
   */
  limiterKey: string;
  /** Requests per minute allowed under `limiterKey`. */
  requestsPerMinute: number;
}

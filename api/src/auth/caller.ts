import type { Plan } from '@framemill/scheduler';
import type { KeyEnvironment } from './bearer-key.ts';
import type { Scope } from './scopes.ts';

/** Who sent a request, as far as authentication knows: at most 5 s old. */
export interface Caller {
  accountId: string;
  /** What the account may do: its plan, with the limits of its own. */
  plan: Plan;
  credential: {
    /** `session`: a person who is signed in, at the Studio's routes. */
    type: 'api_key' | 'oauth' | 'session';
    /** null for OAuth tokens and sessions. */
    keyId: string | null;
    appId: string | null;
    environment: KeyEnvironment;
    scopes: Scope[];
  };
  /** What the rate limit counts by: the key's id, the user of OAuth tokens or of a session, or a throttled app. */
  limiterKey: string;
  /** Requests per minute under `limiterKey`. */
  requestsPerMinute: number;
}

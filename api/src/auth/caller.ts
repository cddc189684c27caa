import type { KeyEnvironment } from './bearer-key.ts';
import type { Scope } from './scopes.ts';

/** Who sent a request, as far as authentication knows: at most 5 s old. */
export interface Caller {
  accountId: string;
  /** Id of the plan of the account. */
  plan: string;
  credential: {
    type: 'api_key';
    keyId: string;
    appId: string | null;
    environment: KeyEnvironment;
    scopes: Scope[];
  };
  /** What the rate limit counts by: the key's id. */
  limiterKey: string;
}

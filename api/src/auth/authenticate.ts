import { planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { bearerKey, isLegacyKey } from './bearer-key.ts';
import type { Caller } from './caller.ts';
import type { KeyDirectory, KeyFacts } from './key-directory.ts';
import { grantedScopes, type Scope } from './scopes.ts';

/**
 * Turns an `Authorization` header into the caller. Throws `unauthorized`, `access_suspended`, `app_suspended`,
 * `plan_required` (a live key on a plan without `api_access`), or `unavailable` when the database cannot be asked.
 */
export async function authenticate(directory: KeyDirectory, header: string | undefined): Promise<Caller> {
  const key = bearerKey(header);
  if (key === null) {
    const problem = header === undefined ? 'There is no Authorization header' : 'The Authorization header holds no key';
    throw new FramemillError('unauthorized', `${problem}. Send "Authorization: Bearer key_live_<48 hex>".`);
  }
  const facts = await findOrRefuse(directory, key);
  if (!facts) throw new FramemillError('unauthorized', 'The key is unknown or revoked. Mint a new one.');
  refuseSuspended(facts);
  const { features } = planFor(facts.plan);
  if (facts.environment === 'live' && !features.includes('api_access')) {
    const message = `Live keys need a plan with api_access (this account is on ${facts.plan}). Use a test key or upgrade.`;
    throw new FramemillError('plan_required', message, { feature: 'api_access', plan: facts.plan });
  }
  return {
    accountId: facts.accountId,
    plan: facts.plan,
    credential: {
      type: 'api_key',
      keyId: facts.keyId,
      appId: facts.appId,
      environment: facts.environment,
      scopes: grantedScopes({ scopes: facts.scopes, legacy: isLegacyKey(key), ceiling: facts.appScopes }),
    },
    limiterKey: facts.keyId,
  };
}

/** Throws `insufficient_scope` when the caller lacks `scope`. */
export function requireScope(caller: Caller, scope: Scope): void {
  const granted = caller.credential.scopes;
  if (granted.includes(scope)) return;
  const message = `This credential lacks the scope ${scope}. Mint a key that has it.`;
  throw new FramemillError('insufficient_scope', message, { scope, granted });
}

async function findOrRefuse(directory: KeyDirectory, key: string): Promise<KeyFacts | null> {
  try {
    return await directory.find(key);
  } catch (cause) {
    // Nothing ran and nothing was charged: 503, not 500, so that clients know a repeat is safe.
    throw new FramemillError('unavailable', 'The credential cannot be checked now. Try again later.', {}, { cause });
  }
}

function refuseSuspended(facts: KeyFacts): void {
  if (facts.accountStatus === 'suspended') {
    const restriction = { kind: 'suspended', until: null, appeal: null };
    throw new FramemillError('access_suspended', 'The account of this credential is suspended.', { restriction });
  }
  if (facts.appStatus === 'suspended') {
    throw new FramemillError('app_suspended', 'The app of this credential is switched off.');
  }
}

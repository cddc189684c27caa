import { hasFeature, type Plan, type Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { refuseRestricted, requestsPerMinute } from '../account/account-facts.ts';
import { bearerCredential, type Caller, isLegacyKey } from './caller.ts';
import type { CredentialDirectory, CredentialFacts } from './credential-directory.ts';
import { grantedScopes, type Scope } from './scopes.ts';

/**
 * Rate limit of a throttled app, in requests per minute.
 * All keys of the app share one limit. Each user who connected the app by OAuth has a separate limit of this size.
 */
export const THROTTLED_REQUESTS = 6;

/** Services and settings that credentials are checked with. */
export interface AuthDeps {
  directory: CredentialDirectory;
  /** Public address of the service. It is also the resource that tokens must be issued for. */
  apiHost: string;
  plans: Plans;
  /** URL at which account owners can object to a restriction. */
  appealUrl: string;
}

/**
 * Finds the caller that an `Authorization` header identifies.
 * Throws `unauthorized`, `access_suspended`, `app_suspended` (also for live keys and tokens of an unapproved app), or
 * `unavailable` when the database cannot be reached. It does not check whether the plan allows the credential;
 * `requirePlanOf` does that later.
 */
export async function authenticate(deps: AuthDeps, header: string | undefined): Promise<Caller> {
  const { directory, apiHost } = deps;
  const credential = bearerCredential(header);
  if (credential === null) {
    const problem =
      header === undefined ? 'The request has no Authorization header' : 'The Authorization header has no bearer token';
    throw new FramemillError('unauthorized', `${problem}. Send "Authorization: Bearer key_live_<48 hex>".`);
  }
  const facts = await findOrRefuse(directory, credential);
  if (!facts) {
    throw new FramemillError('unauthorized', 'The key or token is unknown, expired or revoked. Get a new one.');
  }
  if (facts.resource !== null && facts.resource !== apiHost) {
    throw new FramemillError(
      'unauthorized',
      `The token is for ${facts.resource}, not for ${apiHost}. Request a token for ${apiHost}.`,
    );
  }
  return callerOf(deps, facts, facts.type === 'api_key' && isLegacyKey(credential));
}

/**
 * Returns the caller that a key or token identifies. `legacy`: the key was created before scopes existed, if it has
 * none. Throws `access_suspended` and `app_suspended`, as `authenticate` does.
 */
export function callerOf(
  { plans, appealUrl }: Pick<AuthDeps, 'plans' | 'appealUrl'>,
  facts: CredentialFacts,
  legacy: boolean,
): Caller {
  refuseRestricted(facts.account, appealUrl);
  if (facts.app?.suspended)
    throw new FramemillError('app_suspended', 'The app of this credential is suspended. Contact the operator.');
  if (facts.environment === 'live' && facts.app?.approved === false) {
    const message =
      'The app of this credential is not approved, so live keys and tokens are refused. Use a test key meanwhile.';
    throw new FramemillError('app_suspended', message);
  }
  const plan = plans.of(facts.account);
  return {
    accountId: facts.accountId,
    plan,
    credential: {
      type: facts.type,
      keyId: facts.keyId,
      appId: facts.app?.id ?? null,
      environment: facts.environment,
      scopes: grantedScopes({
        scopes: facts.scopes,
        legacy,
        ceiling: facts.app?.ceiling ?? null,
      }),
    },
    ...rateOf(facts, plans),
  };
}

function rateOf(
  { keyId, accountId, account, app }: CredentialFacts,
  plans: Plans,
): Pick<Caller, 'limiterKey' | 'requestsPerMinute'> {
  const own = requestsPerMinute(plans, account);
  if (!app?.throttled) return { limiterKey: keyId ?? accountId, requestsPerMinute: own };
  // All keys of a throttled app share one limit, so that more keys do not allow more requests.
  const limiterKey = keyId === null ? `${app.id}:${accountId}` : app.id;
  return { limiterKey, requestsPerMinute: Math.min(own, THROTTLED_REQUESTS) };
}

/** Throws `plan_required` for a live key, or an embed session of one, on a plan without `api_access`. */
export function requirePlanOf({ credential: { type, environment }, plan }: Caller): void {
  if ((type === 'api_key' || type === 'embed') && environment === 'live') requireApiAccess(plan);
}

/**
 * Throws `plan_required` when a plan lacks `api_access`. The message contains `advice.what`, the feature that needs it,
 * and `advice.remedy`, the alternative.
 */
export function requireApiAccess(plan: Plan, advice = LIVE_KEYS): void {
  if (hasFeature(plan, 'api_access')) return;
  const message = `${advice.what} need a plan with API access (this account is on ${plan.id}). ${advice.remedy}`;
  throw new FramemillError('plan_required', message, { feature: 'api_access', plan: plan.id });
}

const LIVE_KEYS = { what: 'Live keys', remedy: 'Use a test key, or move to a larger plan.' };

/** Throws `insufficient_scope` when the caller lacks `scope`. */
export function requireScope(caller: Caller, scope: Scope): void {
  const granted = caller.credential.scopes;
  if (granted.includes(scope)) return;
  const remedies: Partial<Record<Caller['credential']['type'], string>> = {
    oauth: `Send the user through the authorization again, with scope="${[...granted, scope].join(' ')}".`,
    embed: 'Create an embed session with more permissions.',
  };
  const remedy = remedies[caller.credential.type] ?? 'Create a key with this scope.';
  const message = `This credential lacks the scope ${scope}. ${remedy}`;
  throw new FramemillError('insufficient_scope', message, { scope, granted });
}

async function findOrRefuse(directory: CredentialDirectory, credential: string): Promise<CredentialFacts | null> {
  try {
    return await directory.find(credential);
  } catch (cause) {
    // Nothing was executed or charged. 503 rather than 500 shows clients that they can safely retry.
    throw new FramemillError('unavailable', 'The credential cannot be checked now. Try again later.', {}, { cause });
  }
}

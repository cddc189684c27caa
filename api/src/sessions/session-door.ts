import { accountFactFields, requestsPerMinute } from '../account/account-facts.ts';
import { scopeNames } from '../auth/scopes.ts';
import type { ApiDeps } from '../deps.ts';
import type { RouteDoor } from '../routing/gate.ts';
import type { SessionGate } from './session-gate.ts';

/**
 * Creates the authentication strategy for signed-in users, with which the Studio calls the API's routes.
 * These users may do everything that their plan allows, and each one has the plan's requests per minute. Throws the
 * errors of `SessionGate.session`.
 */
export function createSessionDoor(
  { database, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  sessions: Pick<SessionGate, 'session'>,
): RouteDoor {
  return async (request) => {
    const { accountId } = await sessions.session(request);
    const account = await database.client.account.findUniqueOrThrow({
      where: { id: accountId },
      select: accountFactFields,
    });
    return {
      accountId,
      plan: plans.of(account),
      credential: { type: 'session', keyId: null, appId: null, environment: 'live', scopes: scopeNames },
      // Separate from the account's tokens, so that a program using a token cannot exhaust the user's limit.
      limiterKey: `studio:${accountId}`,
      requestsPerMinute: requestsPerMinute(plans, account),
    };
  };
}

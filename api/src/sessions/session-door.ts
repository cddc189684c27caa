import { accountFactFields, requestsPerMinute } from '../account/account-facts.ts';
import { scopeNames } from '../auth/scopes.ts';
import type { ApiDeps } from '../deps.ts';
import type { RouteDoor } from '../routing/gate.ts';
import type { SessionGate } from './session-gate.ts';

/**
 * The door of people who are signed in: the Studio calls the routes of the API through it. They may do all that their plan
 * lets them, and count against its requests per minute, each person for themselves. Throws what `SessionGate.session` throws.
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
      // Beside the tokens of the same person: a program that they let in must not stop them.
      limiterKey: `studio:${accountId}`,
      requestsPerMinute: requestsPerMinute(plans, account),
    };
  };
}

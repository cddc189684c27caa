import { FramemillError } from '@framemill/timeline';
import { requireApiAccess } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';

/**
 * Throws unless an account may create live keys for an app; `appId` null means personal keys.
 * Throws `plan_required` when the plan lacks `api_access`, and `not_found` when the app is not the account's. Throws
 * `invalid_request` (409 with `conflictCode`) while the developer agreement is not accepted or the app is not approved.
 */
export async function requireLiveAccess(
  { database: { client }, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  accountId: string,
  appId: string | null,
): Promise<void> {
  const account = await client.account.findUniqueOrThrow({ where: { id: accountId } });
  requireApiAccess(plans.of(account));
  if (account.developerAgreementAt === null) {
    const message = 'Live keys need the developer agreement. Accept it with POST /api/developer/agreement.';
    throw new FramemillError('invalid_request', message, { conflictCode: 'agreement_required' });
  }
  if (appId === null) return;
  const app = await client.app.findFirst({ where: { id: appId, accountId } });
  if (!app) throw new FramemillError('not_found', `There is no app ${appId}. Check the id.`);
  if (app.status === 'approved') return;
  const message = `The app is ${app.status}, not approved. Use test keys until it is approved.`;
  throw new FramemillError('invalid_request', message, { conflictCode: 'app_not_approved' });
}

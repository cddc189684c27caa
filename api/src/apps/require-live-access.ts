import { FramemillError } from '@framemill/timeline';
import { requireApiAccess } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';

/**
 * Throws when an account may not have live keys of an app (null: personal keys): `plan_required` without `api_access`,
 * `invalid_request` (409, `conflictCode`) while the developer agreement is not accepted or the app not approved.
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
  if (!app) throw new FramemillError('not_found', `There is no app ${appId}.`);
  if (app.status === 'approved') return;
  const message = `The app is ${app.status}, not approved. Live keys come after the review; test keys work now.`;
  throw new FramemillError('invalid_request', message, { conflictCode: 'app_not_approved' });
}

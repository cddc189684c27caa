import { FramemillError } from '@framemill/timeline';
import { requireApiAccess } from '../../auth/authenticate.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { scopeNames } from '../../auth/scopes.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { readScopes } from '../read-scopes.ts';

/** Creates an API key. Its text is printed once and never stored. */
export const keyMint: AdminCommand = {
  noun: 'key',
  verb: 'mint',
  summary: 'Mint an API key; it is shown once',
  argument: null,
  options: {
    account: { value: '<id>', description: 'Account that the key acts for', required: true },
    environment: { value: 'live|test', description: 'test keys are free and answer sample renders', required: true },
    scopes: { value: '<a,b,...>', description: 'Scopes, with commas; all when absent' },
  },
  async run({ options }, context) {
    const { client } = await context.database();
    const environment = oneOf('environment', options.environment, ['live', 'test']);
    const scopes = readScopes(options.scopes) ?? scopeNames;
    // A live key of an unapproved app would be refused on every call.
    const where = environment === 'live' ? { status: { in: ['approved', 'suspended'] } } : {};
    const account = await client.account.findUnique({
      where: { id: options.account ?? '' },
      select: { id: true, plan: true, limits: true, apps: { where, orderBy: { createdAt: 'asc' }, take: 1 } },
    });
    if (!account) throw new FramemillError('not_found', `There is no account ${options.account}. See "account list".`);
    if (environment === 'live') requireApiAccess(context.plans.of(account));
    const appId = account.apps[0]?.id ?? null;
    const issued = await issueKey(await context.database(), { accountId: account.id, appId, environment, scopes });
    return { id: issued.id, key: issued.key, accountId: account.id, appId, environment, scopes: issued.scopes };
  },
};

import { FramemillError } from '@framemill/timeline';
import { requireApiAccess } from '../../auth/authenticate.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { scopeNames } from '../../auth/scopes.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, readScopes } from '../option-values.ts';

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

/** Lists the keys of an account, identified by their last four characters. */
export const keyList: AdminCommand = {
  noun: 'key',
  verb: 'list',
  summary: 'List the keys of an account',
  argument: null,
  options: { account: { value: '<id>', description: 'Account of the keys', required: true } },
  async run({ options }, context) {
    const rows = await (await context.database()).client.apiKey.findMany({
      where: { accountId: options.account },
      orderBy: { createdAt: 'desc' },
    });
    return rows.map(({ id, last4, environment, scopes, createdAt, revokedAt }) => {
      return {
        ...{ id, last4, environment, scopes: scopes.length },
        createdAt: createdAt.toISOString(),
        revokedAt: revokedAt?.toISOString() ?? null,
      };
    });
  },
};

/** Revokes a key. Running services refuse it within 5 s. */
export const keyRevoke: AdminCommand = {
  noun: 'key',
  verb: 'revoke',
  summary: 'Revoke a key; it is refused within 5 s',
  argument: 'keyId',
  options: {},
  async run({ argument: id }, context) {
    const { client } = await context.database();
    const revokedAt = new Date();
    const { count } = await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
    if (count === 0) throw new FramemillError('not_found', `There is no active key ${id}. See "key list".`);
    return { id, revokedAt: revokedAt.toISOString() };
  },
};

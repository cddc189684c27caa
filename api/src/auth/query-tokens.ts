import type { Database } from '@framemill/infra';
import { accountFactFields, restrictionFields } from '../account/account-facts.ts';
import { isRestricted, type RestrictedAccount } from '../account/restriction.ts';
import { parseAccessToken } from './access-token.ts';
import type { AppFacts, CredentialFacts } from './credential-facts.ts';

/** Returns the existing OAuth access tokens among `hashes`, mapped by hash. Expired ones are included. */
export async function queryTokens({ client }: Database, hashes: string[]): Promise<Map<string, CredentialFacts>> {
  const records = await client.oauthRecord.findMany({ where: { kind: 'AccessToken', id: { in: hashes } } });
  const accountIds = new Set(records.flatMap(({ accountId }) => accountId ?? []));
  const clientIds = new Set(records.flatMap(({ clientId }) => clientId ?? []));
  const [accounts, apps] = await Promise.all([
    client.account.findMany({ where: { id: { in: [...accountIds] } }, select: { id: true, ...accountFactFields } }),
    client.app.findMany({
      // An app's id is also its client id. A client without an app registered dynamically.
      where: { id: { in: [...clientIds] } },
      select: { id: true, status: true, scopes: true, throttled: true, account: { select: restrictionFields } },
    }),
  ]);
  const found = new Map<string, CredentialFacts>();
  for (const record of records) {
    const account = accounts.find(({ id }) => id === record.accountId);
    const app = apps.find(({ id }) => id === record.clientId);
    if (!account) continue;
    const { scopes, resource } = parseAccessToken(record.payload);
    found.set(record.id, {
      ...{ type: 'oauth', keyId: null, accountId: account.id, account, scopes, resource, environment: 'live' },
      expiresAt: record.expiresAt,
      app: app ? appFacts(app) : null,
    });
  }
  return found;
}

type AppRow = {
  id: string;
  status: string;
  scopes: string[];
  throttled: boolean;
  account: RestrictedAccount;
};

function appFacts({ id, status, scopes, throttled, account }: AppRow): AppFacts {
  const suspended = status === 'suspended' || isRestricted(account);
  return { id, ceiling: scopes, throttled, approved: status === 'approved', suspended };
}

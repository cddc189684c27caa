import type { Database } from '@framemill/infra';
import { accountFactFields } from '../account/account-facts.ts';
import type { CredentialFacts } from './credential-facts.ts';

/** Returns the unrevoked keys among `hashes`, mapped by hash. */
export async function queryKeys({ client }: Database, hashes: string[]): Promise<Map<string, CredentialFacts>> {
  const rows = await client.apiKey.findMany({
    where: { hash: { in: hashes }, revokedAt: null },
    select: {
      id: true,
      hash: true,
      accountId: true,
      environment: true,
      scopes: true,
      account: { select: accountFactFields },
      app: { select: { id: true, status: true, scopes: true, throttled: true } },
    },
  });
  return new Map(rows.map((row) => [row.hash, factsOf(row)]));
}

interface KeyRow extends Pick<CredentialFacts, 'accountId' | 'account' | 'scopes'> {
  id: string;
  environment: string;
  app: { id: string; status: string; scopes: string[]; throttled: boolean } | null;
}

function factsOf({ id, accountId, account, app, environment, scopes }: KeyRow): CredentialFacts {
  return {
    ...{ type: 'api_key', keyId: id, accountId, account, scopes, expiresAt: null, resource: null },
    environment: environment === 'test' ? 'test' : 'live',
    app: app && {
      ...{ id: app.id, ceiling: app.scopes, throttled: app.throttled },
      approved: app.status === 'approved',
      suspended: app.status === 'suspended',
    },
  };
}

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { hashKey, mintKey, scopeNames } from '@framemill/api';
import { createDatabase, type Database } from '@framemill/infra';

/** Account with its API keys. */
export interface BenchAccount {
  readonly accountId: string;
  readonly keys: readonly string[];
}

/** Writes accounts of the plan `studio`, each with `keysEach` live keys, directly to the database of a stack. */
export async function seedAccounts(databaseUrl: string, accounts: number, keysEach: number): Promise<BenchAccount[]> {
  const database = createDatabase(databaseUrl);
  try {
    const made: BenchAccount[] = [];
    for (let i = 0; i < accounts; i++) made.push(await seedAccount(database, { plan: 'studio', keys: keysEach }));
    return made;
  } finally {
    await database.close();
  }
}

/** Writes an account of a plan with a number of live keys directly to a database. */
export async function seedAccount(
  { client }: Database,
  { plan, keys: count }: { plan: string; keys: number },
): Promise<BenchAccount> {
  const accountId = `bench_${randomUUID()}`;
  const appId = `${accountId}_app`;
  const keys = Array.from({ length: count }, () => mintKey('live'));
  await client.account.create({
    data: {
      ...{ id: accountId, email: `${accountId}@example.org`, name: accountId, plan },
      apps: { create: { id: appId, name: 'Bench', scopes: [...scopeNames] } },
    },
  });
  await client.apiKey.createMany({
    data: keys.map((key, n) => ({
      id: `${accountId}_key${n}`,
      accountId,
      appId,
      hash: hashKey(key),
      last4: key.slice(-4),
      environment: 'live',
      scopes: [...scopeNames],
    })),
  });
  return { accountId, keys };
}

/** Starts a session of an account that ends in a day. Returns the value of the `Cookie` header for it. */
export async function seedSession({ client }: Database, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + 86_400_000);
  await client.session.create({
    data: { id: `ses_${randomUUID()}`, accountId, hash: hash('sha256', token, 'hex'), expiresAt },
  });
  return `framemill_session=${token}`;
}

import { randomUUID } from 'node:crypto';
import { hashKey, mintKey, scopeNames } from '@framemill/api';
import { createDatabase, type Database } from '@framemill/infra';

/** An account with the keys that act for it. */
export interface BenchAccount {
  readonly accountId: string;
  readonly keys: readonly string[];
}

/** Writes `accounts` Studio accounts with `keysEach` live keys each straight into the database of a stack. */
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

/** Writes an account of a plan with so many live keys straight into a database. */
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

import { randomUUID } from 'node:crypto';
import { hashKey, mintKey, scopeNames } from '@framemill/api';
import { createDatabase } from '@framemill/infra';

/** An account with the keys that act for it. */
export interface BenchAccount {
  readonly accountId: string;
  readonly keys: readonly string[];
}

/** Writes `accounts` Studio accounts with `keysEach` live keys each straight into the database of a house. */
export async function seedAccounts(databaseUrl: string, accounts: number, keysEach: number): Promise<BenchAccount[]> {
  const database = createDatabase(databaseUrl);
  try {
    const made: BenchAccount[] = [];
    for (let i = 0; i < accounts; i++) {
      const accountId = `bench_${randomUUID()}`;
      const appId = `${accountId}_app`;
      const keys = Array.from({ length: keysEach }, () => mintKey('live'));
      await database.client.account.create({
        data: {
          id: accountId,
          email: `${accountId}@example.org`,
          name: accountId,
          plan: 'studio',
          apps: { create: { id: appId, name: 'Bench', scopes: [...scopeNames] } },
        },
      });
      await database.client.apiKey.createMany({
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
      made.push({ accountId, keys });
    }
    return made;
  } finally {
    await database.close();
  }
}

import { createDatabase, type Database } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey, mintKey } from '../src/auth/caller.ts';
import { createCredentialDirectory } from '../src/auth/credential-directory.ts';

const services = forSuite(testServices);
let database: Database;
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  await database.client.account.create({ data: { id: 'a1', email: 'a@b.example', name: 'A', plan: 'studio' } });
});
afterAll(async () => {
  await database.close();
});

async function newKey(): Promise<{ key: string; id: string }> {
  const key = mintKey('live');
  const id = `k${key.slice(-12)}`;
  const data = {
    id,
    accountId: 'a1',
    hash: hashKey(key),
    last4: key.slice(-4),
    environment: 'live',
    scopes: ['ai.agent'],
  };
  await database.client.apiKey.create({ data });
  return { key, id };
}

describe('the credential directory', () => {
  it('refuses a revoked key at the latest after 5 s, however often it was used', async () => {
    let now = 1_000_000;
    const directory = createCredentialDirectory(database, () => now);
    const { key, id } = await newKey();
    expect(await directory.find(key)).toMatchObject({ keyId: id, account: { plan: 'studio' } });
    await database.client.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    now += 1_000;
    expect(await directory.find(key)).not.toBeNull();
    now += 3_999;
    expect(await directory.find(key)).toBeNull();
  });

  it('looks a key in use up again beside the request', async () => {
    let now = 1_000_000;
    const directory = createCredentialDirectory(database, () => now);
    const { key, id } = await newKey();
    await directory.find(key);
    await database.client.apiKey.update({ where: { id }, data: { scopes: ['stock.read'] } });
    now += 2_500;
    expect((await directory.find(key))?.scopes).toEqual(['ai.agent']);
    await expect.poll(async () => (await directory.find(key))?.scopes).toEqual(['stock.read']);
  });

  it('knows a key that was minted after a first try with it', async () => {
    const directory = createCredentialDirectory(database);
    expect(await directory.find(mintKey('live'))).toBeNull();
    const { key, id } = await newKey();
    expect((await directory.find(key))?.keyId).toBe(id);
  });

  it('asks once for many keys at a time', async () => {
    const keys = await Promise.all(Array.from({ length: 50 }, newKey));
    let queries = 0;
    const counting = database.client.$extends({
      query: {
        apiKey: {
          findMany({ args, query }) {
            queries += 1;
            return query(args);
          },
        },
      },
    });
    const directory = createCredentialDirectory({ client: counting as never, close: async () => {} });
    const found = await Promise.all([...keys, ...keys].map(({ key }) => directory.find(key)));
    expect(found.map((facts) => facts?.keyId)).toEqual([...keys, ...keys].map(({ id }) => id));
    expect(queries).toBe(1);
  });

  it('passes the failure of the database on and recovers', async () => {
    const { key, id } = await newKey();
    let broken = true;
    const client = {
      apiKey: {
        findMany: (args: never) => (broken ? Promise.reject(new Error('away')) : database.client.apiKey.findMany(args)),
      },
    };
    const directory = createCredentialDirectory({ client: client as never, close: async () => {} });
    await expect(directory.find(key)).rejects.toThrow('away');
    broken = false;
    expect((await directory.find(key))?.keyId).toBe(id);
  });
});

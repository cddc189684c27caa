import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createDatabase, type Database } from '@framemill/infra';
import { type TestServices, testServices } from '@framemill/infra/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { banAccount, suspendAccount } from '../src/account/restrict-account.ts';
import { changeApp } from '../src/apps/review-app.ts';
import { hashKey } from '../src/auth/bearer-key.ts';
import { issueKey } from '../src/auth/issue-key.ts';
import { newId } from '../src/ids.ts';
import { type ApiProcess, startApiProcess } from './spawn-api.ts';

const apiHost = 'http://api.test';
let services: TestServices;
let database: Database;
let processes: ApiProcess[];
beforeAll(async () => {
  services = await testServices();
  database = createDatabase(services.databaseUrl);
  processes = await Promise.all([1, 2].map(() => startApiProcess(services, { API_HOST: apiHost })));
}, 90_000);
afterAll(async () => {
  for (const { child } of processes) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await database.close();
  await services.close();
});

interface Holder {
  accountId: string;
  appId: string;
  keyId: string;
  credential: string;
}

async function newKey(): Promise<Holder> {
  const accountId = newId('acc');
  const appId = newId('app');
  const apps = { create: { id: appId, name: 'App', scopes: ['account.read'] } };
  await database.client.account.create({
    data: { id: accountId, email: `${accountId}@test.example`, name: 'A', plan: 'enterprise', apps },
  });
  const { id, key } = await issueKey(database, { accountId, appId, environment: 'live', scopes: ['account.read'] });
  return { accountId, appId, keyId: id, credential: key };
}

/** A key's owner with an access token of ten minutes instead of the key. */
async function newToken(): Promise<Holder> {
  const holder = await newKey();
  const credential = randomBytes(32).toString('base64url');
  const { accountId, appId } = holder;
  await database.client.oauthRecord.create({
    data: {
      ...{ kind: 'AccessToken', id: hashKey(credential), accountId, clientId: appId },
      payload: { scope: 'account.read', aud: apiHost },
      expiresAt: new Date(Date.now() + 600_000),
    },
  });
  return { ...holder, credential };
}

async function ask({ address }: ApiProcess, { credential }: Holder): Promise<string> {
  const answer = await fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${credential}` } });
  const body: { error?: { code: string } } = JSON.parse(await answer.text());
  return body.error?.code ?? 'ok';
}

const askBoth = (holder: Holder) => Promise.all(processes.map((process) => ask(process, holder)));

it('two processes that know a credential well refuse it 5 s after its end', async () => {
  const cases = [
    ['a revoked key', await newKey(), 'unauthorized'],
    ['an expired token', await newToken(), 'unauthorized'],
    ['a token whose grant was cut off', await newToken(), 'unauthorized'],
    ['the key of a suspended account', await newKey(), 'access_suspended'],
    ['the token of a suspended account', await newToken(), 'access_suspended'],
    ['the key of a suspended app', await newKey(), 'app_suspended'],
    ['the key of a banned account', await newKey(), 'unauthorized'],
    ['a key that goes on', await newKey(), 'ok'],
  ] as const;
  const [revoked, expired, cutOff, suspended, suspendedToken, app, banned] = cases.map(([, holder]) => holder);
  for (const [name, holder] of cases) expect([name, ...(await askBoth(holder))]).toEqual([name, 'ok', 'ok']);

  await database.client.apiKey.update({ where: { id: revoked?.keyId }, data: { revokedAt: new Date() } });
  await database.client.oauthRecord.updateMany({
    where: { accountId: expired?.accountId },
    data: { expiresAt: new Date() },
  });
  await database.client.oauthRecord.deleteMany({ where: { accountId: cutOff?.accountId } });
  for (const one of [suspended, suspendedToken]) {
    await suspendAccount(database, one?.accountId ?? '', { until: null, reason: null });
  }
  await changeApp(database, app?.appId ?? '', { status: 'suspended' });
  await banAccount(database, banned?.accountId ?? '', null);
  const end = Date.now() + 5_000;

  // Asked all the time, so that what each process remembers is as fresh as it can be.
  while (Date.now() < end) for (const [, holder] of cases) await askBoth(holder);
  for (const [name, holder, code] of cases) expect([name, ...(await askBoth(holder))]).toEqual([name, code, code]);
}, 90_000);

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { consoleRoutes } from '../src/console/routes/index.ts';
import type { Route, SessionAccess } from '../src/routing/define-route.ts';
import { runAdmin } from './admin-run.ts';
import { answerOfMe, type Person, signedInPerson } from './person.ts';
import { sharedApi } from './shared-api.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const api = forSuite(sharedApi);

const person = (plan?: string) => signedInPerson(api, plan);

async function approvedApp(owner: Person, scopes: string[] = scopeNames): Promise<string> {
  const { body } = await owner.ask('POST', '/apps', { name: 'App', scopes });
  await owner.ask('POST', `/apps/${body.app.id}/submit`);
  await runAdmin(api, 'app', 'approve', body.app.id);
  return body.app.id;
}

/**
 * Returns a copy of the body in which each field has an object as its value. No field of the console API accepts one.
 */
function spoilt(body: unknown): object {
  return Object.fromEntries(Object.keys(Object(body)).map((name) => [name, { wrong: true }]));
}

const me = (key: string) => answerOfMe(api, key);

const isRoute = (value: unknown): value is Route<SessionAccess> =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'handler' in value;

describe('console routes', () => {
  it('have one line in the index for each that their files define, with one path each', async () => {
    const folder = path.join(import.meta.dirname, '../src/console/routes');
    const files = readdirSync(folder).filter((name) => name !== 'index.ts');
    const modules: object[] = await Promise.all(files.map((file) => import(path.join(folder, file))));
    const defined = modules.map((module) => Object.values(module).filter(isRoute));
    expect(files.filter((_, index) => defined[index]?.length === 0)).toEqual([]);
    expect(consoleRoutes.map(({ name }) => name).sort()).toEqual(
      defined.flatMap((list) => list.map(({ name }) => name)).sort(),
    );
    const places = consoleRoutes.map(({ method, path: url }) => `${method} ${url}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('answer 404 to an id that is unknown, of somebody else or impossible, and 400 to a wrong body', async () => {
    const owner = await person('team');
    const other = await person('team');
    const { body: made } = await owner.ask('POST', '/organisations', { name: 'Ours' });
    const ids: Record<string, string> = { apps: owner.appId, keys: owner.keyId, organisations: made.organisation.id };
    for (const route of consoleRoutes.filter(({ access }) => access === 'session')) {
      const [, , , noun = ''] = route.path.split('/');
      const send = (id: string, body: unknown) =>
        other.ask(route.method, route.path.replace('/api/developer', '').replace(/:\w+/g, id), body);
      if (route.path.includes(':id') && ids[noun] !== undefined) {
        const body = route.takesBody ? route.examples[0]?.body : undefined;
        for (const id of ['unknown', ids[noun], 'x'.repeat(300)]) {
          const answer = await send(id, body);
          expect([route.name, id, answer.status, answer.body.error?.code]).toEqual([route.name, id, 404, 'not_found']);
        }
        const { status } = await send('a%00b', body);
        expect([route.name, status]).toEqual([route.name, 400]);
      }
      const none = route.bodyOptional ? [] : [undefined];
      for (const wrong of route.takesBody ? [...none, [], spoilt(route.examples[0]?.body)] : []) {
        const answer = await send('unknown', wrong);
        expect([route.name, answer.status]).toEqual([route.name, 400]);
      }
    }
  });

  it('count 120 requests of an account in a minute', async () => {
    const owner = await person();
    const statuses: number[] = [];
    for (let index = 0; index < 121; index += 1) statuses.push((await owner.ask('GET', '/apps')).status);
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
    expect(statuses[120]).toBe(429);
    // The API itself has a bucket of its own.
    expect((await me(owner.key)).headers['x-ratelimit-remaining']).toBe('599');
  });
});

describe('an app', () => {
  it('goes from draft through review to approved, and a rejected one comes again', async () => {
    const owner = await person();
    const { status, body } = await owner.ask('POST', '/apps', { name: 'Films', scopes: ['projects.read'] });
    expect([status, body.app.status, body.app.scopes]).toEqual([201, 'draft', ['projects.read']]);
    const { id } = body.app;
    expect((await owner.ask('POST', `/apps/${id}/submit`)).body.app.status).toBe('in_review');
    expect((await owner.ask('POST', `/apps/${id}/submit`)).body.error.conflictCode).toBe('app_reviewed');
    expect((await owner.ask('PATCH', `/apps/${id}`, { scopes: scopeNames })).status).toBe(409);
    await runAdmin(api, 'app', 'reject', id, '--reason', 'what is it for?');
    const { body: list } = await owner.ask('GET', '/apps');
    expect(list.apps[0]).toMatchObject({ id, status: 'rejected', reviewNote: 'what is it for?' });
    expect((await owner.ask('PATCH', `/apps/${id}`, { name: 'Better' })).body.app.name).toBe('Better');
    await owner.ask('POST', `/apps/${id}/submit`);
    expect(await runAdmin(api, 'app', 'list', '--status', 'in_review')).toMatchObject([{ id, name: 'Better' }]);
    expect(await runAdmin(api, 'app', 'approve', id, '--scopes', 'projects.read, stock.read')).toMatchObject({
      status: 'approved',
      scopes: ['projects.read', 'stock.read'],
      reviewNote: null,
    });
  });

  it('keeps the scopes that it is handed in with, also when others are sent at the same moment', async () => {
    const owner = await person();
    const { body } = await owner.ask('POST', '/apps', { name: 'Films', scopes: ['projects.read'] });
    const { id } = body.app;
    const { client } = api.deps.database;
    const sent = await client.$transaction(async (tx) => {
      await tx.app.update({ where: { id }, data: { status: 'in_review' } });
      const answer = owner.ask('PATCH', `/apps/${id}`, { scopes: scopeNames });
      await expect.poll(() => waitingForLocks(client)).toBe(1);
      return { answer };
    });
    const { status, body: refused } = await sent.answer;
    expect([status, refused.error.conflictCode]).toEqual([409, 'app_reviewed']);
    expect((await client.app.findUniqueOrThrow({ where: { id } })).scopes).toEqual(['projects.read']);
  });

  it('runs four requests of an account at once, so that other accounts get database connections', async () => {
    const [owner, other] = [await person(), await person()];
    const { body } = await owner.ask('POST', '/apps', { name: 'Films', scopes: ['projects.read'] });
    const { id } = body.app;
    const { client } = api.deps.database;
    const sent = await client.$transaction(
      async (tx) => {
        await tx.app.update({ where: { id }, data: { name: 'Held' } });
        const answers = Array.from({ length: 12 }, (_, n) => owner.ask('PATCH', `/apps/${id}`, { name: `Name ${n}` }));
        await expect.poll(() => waitingForLocks(client)).toBe(4);
        expect((await other.ask('GET', '/apps')).status).toBe(200);
        expect(await waitingForLocks(client)).toBe(4);
        return { answers };
      },
      { timeout: 60_000 },
    );
    expect((await Promise.all(sent.answers)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it.each([
    'http://example.org/back',
    'https://example.org/back#part',
    'https://user:secret@example.org/back',
    '//example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'custom:back',
    ' https://example.org/back',
    'https://example.org/ba\nck',
  ])('takes no redirect address %s', async (uri) => {
    const owner = await person();
    const answer = await owner.ask('POST', '/apps', { name: 'A', scopes: ['stock.read'], redirectUris: [uri] });
    expect([answer.status, answer.body.error.field]).toEqual([400, 'body.redirectUris']);
  });

  it.each([
    'https://example.org/back?x=1',
    'http://127.0.0.1:4000/back',
    'http://localhost/back',
    'com.example.app:/back',
  ])('takes the redirect address %s', async (uri) => {
    const owner = await person();
    const answer = await owner.ask('POST', '/apps', { name: 'A', scopes: ['stock.read'], redirectUris: [uri] });
    expect(answer.body.app.redirectUris).toEqual([uri]);
  });

  it.each(['a\u202eb', 'a\nb', '  '])('takes no name that misleads who is asked to connect it: %j', async (name) => {
    const owner = await person();
    const { body } = await owner.ask('POST', '/apps', { name: 'A\u{1f469}\u200d\u{1f3a8}', scopes: ['stock.read'] });
    const answers = [
      await owner.ask('POST', '/apps', { name, scopes: ['stock.read'] }),
      await owner.ask('PATCH', `/apps/${body.app.id}`, { name }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.error.field]).toEqual([400, 'body.name']);
  });

  it('takes no redirect address that the OAuth server would refuse beside a custom scheme', async () => {
    const owner = await person();
    const redirectUris = ['com.example.app:/back', 'HTTPS://localhost/back'];
    const { body } = await owner.ask('POST', '/apps', { name: 'A', scopes: ['stock.read'], redirectUris });
    expect(body.error.message).toMatch(/"HTTPS:\/\/localhost\/back" must use http, because the app also has/);
    const changed = { redirectUris: ['https://localhost/back', 'http://localhost/back'] };
    expect((await owner.ask('POST', '/apps', { name: 'A', scopes: ['stock.read'], ...changed })).status).toBe(201);
  });
});

describe('keys', () => {
  it('of an app are live only with agreement, approval and a plan with api_access', async () => {
    const owner = await person();
    const { body } = await owner.ask('POST', '/apps', { name: 'Films', scopes: ['account.read', 'stock.read'] });
    const appId: string = body.app.id;
    const mint = (environment: string) => owner.ask('POST', '/keys', { appId, environment, scopes: scopeNames });
    expect((await mint('live')).body.error.conflictCode).toBe('agreement_required');
    const accepted = await owner.ask('POST', '/agreement', { accept: true });
    expect((await owner.ask('POST', '/agreement', { accept: true })).body).toEqual(accepted.body);
    expect((await mint('live')).body.error.conflictCode).toBe('app_not_approved');
    const test = await mint('test');
    expect(test.status).toBe(201);
    expect(test.body.key).toMatch(/^key_test_[0-9a-f]{48}$/);
    await owner.ask('POST', `/apps/${appId}/submit`);
    await runAdmin(api, 'app', 'approve', appId);
    const live = await mint('live');
    expect(live.body.key).toMatch(/^key_live_[0-9a-f]{48}$/);
    // Clamped to the ceiling at minting.
    expect(live.body.record.scopes).toEqual(['account.read', 'stock.read']);
    expect((await me(live.body.key)).body.credential).toMatchObject({ appId, environment: 'live' });
    await api.deps.database.client.account.update({ where: { id: owner.accountId }, data: { plan: 'creator' } });
    const refused = await mint('live');
    expect([refused.status, refused.body.error.code]).toEqual([402, 'plan_required']);
    expect((await mint('test')).status).toBe(201);
  });

  it.each(['draft', 'in_review', 'rejected'])(
    'of an app that is %s are test keys: live ones are refused',
    async (status) => {
      const owner = await person();
      const test = await api.key(owner, { environment: 'test' });
      await api.deps.database.client.app.update({ where: { id: owner.appId }, data: { status } });
      const refused = await me(owner.key);
      expect([refused.status, refused.body.error]).toMatchObject([
        403,
        { code: 'app_suspended', message: expect.stringContaining('is not approved') },
      ]);
      expect((await me(test.key)).status).toBe(200);
      // What an operator mints belongs to no such app.
      const minted = await runAdmin(api, 'key', 'mint', '--account', owner.accountId, '--environment', 'live');
      expect(minted.appId).toBeNull();
      expect((await me(minted.key)).status).toBe(200);
    },
  );

  it('of a person need no app; live ones need a plan with api_access', async () => {
    const hobbyist = await person('hobby');
    await hobbyist.ask('POST', '/agreement', { accept: true });
    const body = { environment: 'live', scopes: ['account.read'] };
    expect((await hobbyist.ask('POST', '/keys', body)).body.error.code).toBe('plan_required');
    expect((await hobbyist.ask('POST', '/keys', { ...body, environment: 'test' })).status).toBe(201);
    const owner = await person('studio');
    await owner.ask('POST', '/agreement', { accept: true });
    const { body: minted } = await owner.ask('POST', '/keys', body);
    expect(minted.record.appId).toBeNull();
    expect((await me(minted.key)).body.credential).toMatchObject({ appId: null, scopes: ['account.read'] });
  });

  it('are at most ten of an app at a time, also when they are minted at once', async () => {
    const owner = await person();
    const body = { appId: owner.appId, environment: 'test', scopes: ['account.read'] };
    const answers = await Promise.all(Array.from({ length: 15 }, () => owner.ask('POST', '/keys', body)));
    // One came with the account.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error]).toMatchObject([
      402,
      { code: 'quota_exceeded', what: 'keys', limit: 10 },
    ]);
    const { body: list } = await owner.ask('GET', '/keys?limit=3');
    expect(list.keys).toHaveLength(3);
    await owner.ask('DELETE', `/keys/${list.keys[0].id}`);
    expect((await owner.ask('POST', '/keys', body)).status).toBe(201);
  });

  it('are listed by their last four characters, never whole, and stored as hashes', async () => {
    const owner = await person();
    const { body } = await owner.ask('POST', '/keys', { environment: 'test', scopes: ['account.read'] });
    const list = await owner.ask('GET', '/keys');
    expect(list.body.keys[0]).toMatchObject({ id: body.record.id, last4: body.key.slice(-4), revokedAt: null });
    const row = await api.deps.database.client.apiKey.findUniqueOrThrow({ where: { id: body.record.id } });
    for (const text of [list.bytes.toString(), JSON.stringify(row)]) expect(text).not.toContain(body.key.slice(9, 40));
    expect(
      (await owner.ask('GET', `/keys?appId=${owner.appId}`)).body.keys.map((key: { id: string }) => key.id),
    ).toEqual([owner.keyId]);
  });

  it('stop within 5 s of their revocation; revoking again changes nothing', async () => {
    const owner = await person();
    expect((await me(owner.key)).status).toBe(200);
    const first = await owner.ask('DELETE', `/keys/${owner.keyId}`);
    expect(first.body.record.revokedAt).not.toBeNull();
    await expect.poll(async () => (await me(owner.key)).status, { interval: 100 }).toBe(401);
    expect((await owner.ask('DELETE', `/keys/${owner.keyId}`)).body).toEqual(first.body);
  });

  it('lose what their app loses, without being minted again', async () => {
    const owner = await person();
    const appId = await approvedApp(owner, ['account.read', 'stock.read']);
    const scopes = ['account.read', 'stock.read'];
    const { body } = await owner.ask('POST', '/keys', { appId, environment: 'test', scopes });
    expect((await me(body.key)).body.credential.scopes).toEqual(['account.read', 'stock.read']);
    await runAdmin(api, 'app', 'approve', appId, '--scopes', 'account.read');
    await expect.poll(async () => (await me(body.key)).body.credential.scopes).toEqual(['account.read']);
  });

  it('open nothing under /api/developer, and mint no keys', async () => {
    const owner = await person();
    for (const [method, url] of [
      ['GET', '/api/developer/keys'],
      ['POST', '/api/developer/keys'],
      ['GET', '/api/developer/apps'],
    ] as const) {
      const answer = await api.send(owner, method, url, method === 'POST' ? {} : undefined, {
        origin: 'http://api.test',
      });
      expect([url, answer.status, answer.body.error.code]).toEqual([url, 401, 'unauthorized']);
    }
  });
});

import { randomBytes } from 'node:crypto';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { answerOfMe } from './person.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);

/** Returns an operator who is signed in, with a function that sends requests to the operators' routes. */
async function operator() {
  const account = await api.account();
  const { accountId } = account;
  await api.deps.database.client.account.update({ where: { id: accountId }, data: { role: 'admin' } });
  const login = await api.signIn(account);
  const ask = (method: string, url: string, body?: unknown) =>
    api.send(null, method, `/api/studio/operators${url}`, body, login);
  return { accountId, actor: `operator:${accountId}`, email: `${accountId}@test.example`, ask };
}

/** Returns the entries of the audit log about an account, oldest first. */
const auditOf = (accountId: string) =>
  api.deps.database.client.auditEntry.findMany({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
    select: { actor: true, action: true, detail: true },
  });

const codeOf = async (account: TestAccount) => {
  const { status, body } = await answerOfMe(api, account.key);
  return status === 200 ? 'ok' : `${status} ${body.error.code}`;
};

const newEmail = () => `new-${randomBytes(6).toString('hex')}@operators.example`;

describe('an operator', () => {
  it('creates an account whose password and first key are shown once and work', async () => {
    const { ask, actor } = await operator();
    const email = newEmail();
    const { status, body } = await ask('POST', '/accounts', {
      email: email.toUpperCase(),
      name: 'Ann',
      plan: 'studio',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ account: { email, name: 'Ann', plan: 'studio', role: 'user', status: 'active' } });
    expect(body.gaps).toEqual(['no organisations']);
    expect(body.key).toMatch(/^key_live_/);
    expect((await answerOfMe(api, body.key)).body).toMatchObject({
      account: { id: body.account.id, credits: { remaining: 6_000 } },
      credential: { environment: 'live', scopes: expect.arrayContaining(['render.write']) },
    });
    const origin = { origin: api.deps.apiHost };
    const signIn = await api.send(null, 'POST', '/api/auth/sign-in', { email, password: body.password }, origin);
    expect(signIn.status).toBe(200);
    expect(await auditOf(body.account.id)).toEqual([
      { actor, action: 'account.create', detail: { plan: 'studio', role: 'user' } },
    ]);
    const list = await ask('GET', `/accounts?search=${encodeURIComponent(email)}`);
    expect(list.body.accounts).toEqual([body.account]);
    expect(list.bytes.toString()).not.toContain(body.password);
    expect((await ask('POST', '/accounts', { email, plan: 'studio' })).body.error).toMatchObject({
      ...{ code: 'invalid_request', field: 'email', message: expect.stringContaining('exists already') },
    });
  });

  it('creates an account with a test key on a plan without live keys', async () => {
    const { ask } = await operator();
    const email = newEmail();
    const { body } = await ask('POST', '/accounts', { email, plan: 'hobby' });
    expect(body).toMatchObject({ account: { name: email }, key: expect.stringMatching(/^key_test_/) });
    expect(body.gaps).toContain('videos carry a watermark');
  });

  it('changes the plan and the limits of an account, and gives it those of the plan again', async () => {
    const { ask, actor } = await operator();
    const account = await api.account({ plan: 'studio' });
    const change = async (body: object) => (await ask('PATCH', `/accounts/${account.accountId}`, body)).body.account;
    const limits = { concurrentRenders: 50, exportsPerMonth: null, requestsPerMinute: 900 };
    expect(await change({ plan: 'team', limits })).toMatchObject({ plan: 'team', ownLimits: limits });
    await expect
      .poll(async () => (await answerOfMe(api, account.key)).body.account)
      .toMatchObject({ plan: { id: 'team' }, exports: { limit: null }, limits: { maxConcurrentRenders: 50 } });
    await expect.poll(async () => (await answerOfMe(api, account.key)).headers['x-ratelimit-limit']).toBe('900');
    // What is absent stays; a plan that stays is no change.
    expect(await change({ plan: 'team' })).toMatchObject({ plan: 'team', ownLimits: limits });
    expect(await change({ limits: { maxProjects: 7 } })).toMatchObject({ ownLimits: { maxProjects: 7 } });
    expect(await change({ limits: {} })).toMatchObject({ plan: 'team', ownLimits: {} });
    const row = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: account.accountId } });
    expect([row.limits, row.requestsPerMinute]).toEqual([null, null]);
    const [first, second, ...later] = await auditOf(account.accountId);
    // Both are of one transaction.
    expect(new Set([first, second])).toEqual(
      new Set([
        { actor, action: 'account.limits', detail: { limits } },
        { actor, action: 'account.plan', detail: { before: 'studio', plan: 'team' } },
      ]),
    );
    expect(later).toEqual([
      { actor, action: 'account.limits', detail: { limits: { maxProjects: 7 } } },
      { actor, action: 'account.limits', detail: { limits: {} } },
    ]);
  });

  it('suspends an account: its keys and sessions are refused, its open render goes on, and it is resumed', async () => {
    const { ask, actor } = await operator();
    const account = await api.account();
    const session = await api.signIn(account);
    const studio = async () => {
      const { status, body } = await api.send(null, 'GET', '/api/studio/session', undefined, session);
      return [status, body.error?.code, body.error?.restriction?.reason];
    };
    const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands })).body;
    const { render } = (await api.send(account, 'POST', '/v1/renders', { projectId: project.id })).body;
    const path = `/accounts/${account.accountId}`;
    const until = '2100-01-01T00:00:00.000Z';
    const suspended = await ask('POST', `${path}/suspend`, { until, reason: 'unpaid' });
    expect(suspended.body.account).toMatchObject({
      ...{ status: 'suspended', restrictedUntil: until, restrictionReason: 'unpaid' },
    });
    await expect.poll(() => codeOf(account)).toBe('403 access_suspended');
    expect(await studio()).toEqual([403, 'access_suspended', 'unpaid']);
    const { client } = api.deps.database;
    expect(await client.render.findUnique({ where: { id: render.id } })).toMatchObject({ status: 'PENDING' });
    const resumed = await ask('POST', `${path}/resume`);
    expect(resumed.body.account).toMatchObject({ status: 'active', restrictedUntil: null, restrictionReason: null });
    await expect.poll(() => codeOf(account)).toBe('ok');
    expect((await studio())[0]).toBe(200);
    expect(await auditOf(account.accountId)).toEqual([
      { actor, action: 'account.suspend', detail: { until, reason: 'unpaid' } },
      { actor, action: 'account.resume', detail: null },
    ]);
  });

  it('sees that a suspension has ended by itself', async () => {
    const { ask } = await operator();
    const { accountId: id } = await api.account();
    const data = { status: 'suspended', restrictedUntil: new Date(Date.now() - 1_000), restrictionReason: 'unpaid' };
    await api.deps.database.client.account.update({ where: { id }, data });
    expect((await ask('GET', `/accounts?search=${id}`)).body.accounts).toMatchObject([
      { status: 'active', restrictedUntil: null, restrictionReason: null },
    ]);
  });

  it('erases an account only with its name, and the log says who did it', async () => {
    const { ask, actor } = await operator();
    const account = await api.account();
    const { accountId } = account;
    const erase = (name: string) => ask('POST', `/accounts/${accountId}/erase`, { name });
    await ask('POST', `/accounts/${accountId}/suspend`, { reason: 'a private reason' });
    for (const wrong of ['', 'test', 'Test ']) {
      const { status, body } = await erase(wrong);
      expect([status, body.error.field]).toEqual([400, 'body.name']);
      expect(body.error.message).toContain('must be the name of the account, "Test"');
    }
    const { client } = api.deps.database;
    expect(await client.account.count({ where: { id: accountId } })).toBe(1);
    const { status, body } = await erase('Test');
    expect([status, body]).toEqual([200, { id: accountId, rows: expect.any(Number), objects: 0, bytes: 0 }]);
    // The account, its app, its key and its entry of the log at least.
    expect(body.rows).toBeGreaterThan(3);
    expect(await client.account.count({ where: { id: accountId } })).toBe(0);
    expect(await codeOf(account)).toBe('401 unauthorized');
    expect(await client.auditEntry.findMany({ where: { actor }, orderBy: { action: 'asc' } })).toMatchObject([
      { action: 'account.erase', accountId: null, subject: expect.stringMatching(/^sha256:/) },
      { action: 'erased', accountId: null, subject: null, detail: null },
    ]);
    expect((await erase('Test')).status).toBe(404);
  });

  it('neither suspends nor erases another operator', async () => {
    const [{ ask }, other] = [await operator(), await operator()];
    for (const [action, body] of [
      ['suspend', {}],
      ['erase', { name: 'any' }],
    ] as const) {
      const answer = await ask('POST', `/accounts/${other.accountId}/${action}`, body);
      expect([answer.status, answer.body.error.field]).toEqual([400, 'path.id']);
    }
    expect((await other.ask('GET', '/accounts')).status).toBe(200);
  });

  it('whose own account is erased leaves what was done to others, without an id', async () => {
    const { ask, accountId, actor } = await operator();
    const other = await api.account();
    await ask('POST', `/accounts/${other.accountId}/suspend`, { reason: 'unpaid' });
    expect(await auditOf(other.accountId)).toMatchObject([{ actor }]);
    await eraseAccount({ ...api.deps, refusedMs: 0 }, accountId, { cancel: true });
    expect(await auditOf(other.accountId)).toMatchObject([
      { actor: 'operator', action: 'account.suspend', detail: { reason: 'unpaid' } },
    ]);
  });

  it.each(['suspend', 'erase'])('is not locked out by mistake: %s', async (word) => {
    const { ask, accountId } = await operator();
    const { status, body } = await ask('POST', `/accounts/${accountId}/${word}`, { name: 'Test' });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('npm run admin')]);
    expect((await ask('GET', '/accounts?limit=1')).status).toBe(200);
  });

  it.each<[method: string, path: string, body: object, message: RegExp]>([
    ['POST', '', { plan: 'studio' }, /body\.email is missing/],
    ['POST', '', { email: 'nobody', plan: 'studio' }, /body\.email must be an email address.*"nobody"/],
    ['POST', '', { email: 'a@b.example' }, /body\.plan is missing/],
    ['POST', '', { email: 'a@b.example', plan: 'gold' }, /body\.plan must be one of hobby,.*"gold"/],
    ['POST', '', { email: 'a@b.example', plan: 'studio', name: '' }, /body\.name/],
    ['POST', '', { email: 'a@b.example', plan: 'studio', name: 'a\nb' }, /body\.name/],
    ['PATCH', '/{id}', { plan: 'gold' }, /body\.plan must be one of hobby,.*"gold"/],
    ['PATCH', '/{id}', { limits: { maxProjects: -1 } }, /body\.limits\.maxProjects.*-1/],
    ['PATCH', '/{id}', { limits: { maxProjects: 1.5 } }, /body\.limits\.maxProjects.*1\.5/],
    ['PATCH', '/{id}', { limits: { storageGb: null } }, /body\.limits\.storageGb.*null/],
    ['PATCH', '/{id}', { limits: { maxExportHeight: 8_000 } }, /body\.limits\.maxExportHeight.*8000/],
    ['POST', '/{id}/suspend', { until: 'soon' }, /body\.until must be a date in the future \(got "soon"\)/],
    ['POST', '/{id}/suspend', { until: '2020-01-01' }, /body\.until must be a date in the future/],
    ['POST', '/{id}/suspend', { reason: 'x'.repeat(501) }, /body\.reason/],
    ['POST', '/{id}/erase', {}, /body\.name is missing/],
  ])('is told what is wrong with %s %s %j', async (method, path, body, message) => {
    const { ask } = await operator();
    const { accountId } = await api.account();
    const answer = await ask(method, `/accounts${path.replace('{id}', accountId)}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toMatch(message);
    expect(await auditOf(accountId)).toEqual([]);
  });

  it.each([
    ['PATCH', '', { plan: 'team' }],
    ['POST', '/suspend', {}],
    ['POST', '/resume', undefined],
    ['POST', '/erase', { name: 'x' }],
  ])('gets 404 for an account that does not exist: %s %s', async (method, path, body) => {
    const { ask } = await operator();
    const answer = await ask(method, `/accounts/acc_none${path}`, body);
    expect([answer.status, answer.body.error.message]).toEqual([404, expect.stringContaining('no account acc_none')]);
  });
});

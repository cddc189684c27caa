import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

describe('authentication', () => {
  it('refuses a request without a key, with the error shape and without rate headers', async () => {
    const answer = await api.send(null, 'GET', '/v1/me');
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      code: 'unauthorized',
      docs_url: 'http://api.test/docs/errors/unauthorized',
    });
    for (const name of rateHeaders) expect(answer.headers[name]).toBeUndefined();
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{24}$/);
    expect(answer.headers['service-version']).toBe('2026-08-01');
  });

  it.each([
    'Bearer',
    'Basic abc',
    'Bearer key_live_12',
    `Bearer key_live_${'z'.repeat(48)}`,
    `Bearer key_live_${'0'.repeat(48)}`,
  ])('refuses the header %s', async (authorization) => {
    const answer = await api.send(null, 'GET', '/v1/me', undefined, { authorization });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
  });

  it('tells who the caller is', async () => {
    const account = await api.account({ plan: 'studio' });
    const answer = await api.send(account, 'GET', '/v1/me');
    expect(answer.status).toBe(200);
    expect(answer.body.account).toMatchObject({ id: account.accountId, plan: { id: 'studio', name: 'Studio' } });
    expect(answer.body.account.limits).toEqual({
      maxProjects: 1000,
      maxExportHeight: 2160,
      maxUploadMb: 512,
      maxConcurrentRenders: 5,
      exportsKeptDays: null,
    });
    expect(answer.body.credential).toMatchObject({ type: 'api_key', keyId: account.keyId, environment: 'live' });
    expect(answer.body.credential.scopes).toHaveLength(18);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
      'x-ratelimit-reset': '60',
    });
  });

  it('accepts an old unprefixed key, which carries the scopes from before there were any', async () => {
    const account = await api.account();
    const { hashKey } = await import('../src/auth/caller.ts');
    const key = `key_${'ab'.repeat(20)}`;
    const data = { hash: hashKey(key), scopes: [] };
    await api.deps.database.client.apiKey.update({ where: { id: account.keyId }, data });
    const answer = await api.send({ ...account, key }, 'GET', '/v1/me');
    expect(answer.status).toBe(200);
    expect(answer.body.credential.scopes).toHaveLength(14);
    expect(answer.body.credential.scopes).not.toContain('plugins.invoke');
  });

  it('needs a plan with api_access for a live key, not for a test key', async () => {
    const live = await api.account({ plan: 'creator' });
    const refused = await api.send(live, 'GET', '/v1/me');
    expect([refused.status, refused.body.error.code]).toEqual([402, 'plan_required']);
    expect(rateHeaders.map((name) => refused.headers[name])).toEqual(['120', '119', '60']);
    const test = await api.key(live, { environment: 'test' });
    expect((await api.send(test, 'GET', '/v1/me')).status).toBe(200);
  });

  it('refuses suspended accounts and apps', async () => {
    const { client } = api.deps.database;
    const first = await api.account();
    await client.account.update({ where: { id: first.accountId }, data: { status: 'suspended' } });
    const suspended = await api.send(first, 'GET', '/v1/me');
    expect([suspended.status, suspended.body.error.code]).toEqual([403, 'access_suspended']);
    expect(suspended.body.error.restriction).toMatchObject({ what: 'suspended', appeal: 'mailto:appeal@api.test' });
    const second = await api.account();
    await client.app.update({ where: { id: second.appId }, data: { status: 'suspended' } });
    const switchedOff = await api.send(second, 'GET', '/v1/me');
    expect([switchedOff.status, switchedOff.body.error.code]).toEqual([403, 'app_suspended']);
  });

  it('answers a missing scope before the limiter, naming it and those held', async () => {
    const account = await api.account({ scopes: ['projects.read', 'account.read'] });
    const answer = await api.send(account, 'POST', '/v1/projects', { name: 'x' });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      code: 'insufficient_scope',
      scope: 'projects.write',
      granted: ['projects.read', 'account.read'],
    });
    for (const name of rateHeaders) expect(answer.headers[name]).toBeUndefined();
  });

  it("clamps a key's scopes to its app's on every request", async () => {
    const account = await api.account();
    await api.deps.database.client.app.update({ where: { id: account.appId }, data: { scopes: ['account.read'] } });
    const answer = await api.send(account, 'GET', '/v1/me');
    expect(answer.body.credential.scopes).toEqual(['account.read']);
  });

  it('carries rate headers on failures after authentication, also where there is no route', async () => {
    const account = await api.account();
    const answer = await api.send(account, 'GET', '/v1/projects/unknown');
    expect(answer.status).toBe(404);
    expect(answer.headers['x-ratelimit-remaining']).toBe('599');
    for (const [method, url, left] of [
      ['GET', '/v1/nothing', '598'],
      ['POST', '/api/v1/nothing/at/all', '597'],
      ['PUT', '/v1/me', '596'],
    ] as const) {
      const none = await api.send(account, method, url);
      expect([none.status, none.body.error.code]).toEqual([404, 'not_found']);
      expect(rateHeaders.map((name) => none.headers[name])).toEqual(['600', left, '60']);
    }
    const anonymous = await api.send(null, 'GET', '/v1/nothing');
    expect([anonymous.status, anonymous.headers['x-ratelimit-limit']]).toEqual([404, undefined]);
    const stranger = await api.send({ ...account, key: `key_live_${'0'.repeat(48)}` }, 'GET', '/v1/nothing');
    expect([stranger.status, stranger.headers['x-ratelimit-limit']]).toEqual([401, undefined]);
  });
});

describe('the limiter at the gate', () => {
  it("refuses what is over the plan's limit with Retry-After, and does not count refusals", async () => {
    const account = await api.account({ plan: 'hobby', environment: 'test' });
    const statuses: number[] = [];
    for (let call = 0; call < 25; call += 1) statuses.push((await api.send(account, 'GET', '/v1/me')).status);
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const refused = await api.send(account, 'GET', '/v1/me');
    expect(refused.body.error.code).toBe('rate_limited');
    expect(refused.headers['x-ratelimit-remaining']).toBe('0');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(55);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await api.deps.redis.llen(`fm:rl:api_v1:${account.keyId}`)).toBe(20);
  });
});

describe('every answer', () => {
  it('refuses framing, echoes the version, and opens no other origin', async () => {
    const account = await api.account();
    const answer = await api.send(account, 'GET', '/v1/me', undefined, {
      'service-version': '2027-01-01',
      origin: 'https://evil.example',
    });
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'",
      'service-version': '2027-01-01',
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is the same under /api/v1', async () => {
    const account = await api.account();
    const answer = await api.send(account, 'GET', '/api/v1/me');
    expect(answer.body.account.id).toBe(account.accountId);
  });

  it.each([
    ['{"name":', /^The body cannot be parsed as JSON: it ends in the middle of a value\.$/],
    ['{name: "a"}', /: it has an error at character 2 of line 1\.$/],
    ['{"name":\n  oops}', /: it has an error at 'o' in .*oops/s],
    ['\uFEFF{"name" "a"}', /: it has an error at character 9 of line 1\.$/],
    ['{"name":"a","__proto__":{}}', /`__proto__`/],
    ['{"name":"a","x":{"constructor":{"prototype":{}}}}', /`prototype` inside `constructor`/],
  ])('says what is wrong with the JSON of a body, and where: %s', async (body, message) => {
    const { status, body: answer } = await api.send(await api.account(), 'POST', '/v1/projects', body);
    expect([status, answer.error.code, answer.error.message]).toEqual([
      ...[400, 'invalid_request', expect.stringMatching(message)],
    ]);
  });

  it.each([
    ['an unknown route', 'GET', '/v1/nothing', undefined, 404, 'not_found'],
    ['an unknown method', 'PUT', '/v1/me', undefined, 404, 'not_found'],
    ['a broken address', 'GET', '/v1/projects/%zz', undefined, 400, 'invalid_request'],
    ['a path field that is too long', 'GET', `/v1/projects/${'a'.repeat(300)}`, undefined, 404, 'not_found'],
    ['malformed JSON', 'POST', '/v1/projects', '{"name":', 400, 'invalid_request'],
    ['a key named __proto__', 'POST', '/v1/projects', '{"name":"x","__proto__":{}}', 400, 'invalid_request'],
    [
      'a body over 1 MB',
      'POST',
      '/v1/projects',
      JSON.stringify({ name: 'x'.repeat(1_100_000) }),
      413,
      'payload_too_large',
    ],
    [
      'NUL in a string',
      'POST',
      '/v1/projects',
      '{"name":"a","commands":[{"op":"x","t":"\\u0000"}]}',
      400,
      'invalid_request',
    ],
    [
      'half a surrogate pair',
      'POST',
      '/v1/projects',
      '{"name":"a","commands":[{"op":"\\ud800"}]}',
      400,
      'invalid_request',
    ],
    [
      'a body that is too deep',
      'POST',
      '/v1/projects',
      `{"name":"a","x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      400,
      'invalid_request',
    ],
  ])('has the error shape for %s', async (_what, method, url, body, status, code) => {
    const account = await api.account();
    const answer = await api.send(account, method, url, body);
    expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
    expect(answer.body.error.message).not.toMatch(/\n\s+at |node_modules|prisma/i);
    expect(answer.body.error.docs_url).toBe(`http://api.test/docs/errors/${code}`);
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });

  it.each(['application/xml', 'text/plain;charset=UTF-8'])('names the type to send for a body of %s', async (type) => {
    const account = await api.account();
    const answer = await api.send(account, 'POST', '/v1/projects', '{"name":"a"}', { 'content-type': type });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain('Send a body of type application/json');
  });
});

describe('documentation', () => {
  it('serves a page for every error code', async () => {
    const { errorCatalog } = await import('../src/http/error-catalog.ts');
    for (const code of Object.keys(errorCatalog)) {
      const page = await api.inject({ method: 'GET', url: `/docs/errors/${code}` });
      expect(page.status).toBe(200);
      expect(page.bytes.toString()).toContain(code);
    }
    expect((await api.inject({ method: 'GET', url: '/docs/errors/nonsense' })).status).toBe(404);
  });

  it('serves OpenAPI 3.1 with every route once', async () => {
    const { routes } = await import('../src/routes/index.ts');
    const { body } = await api.inject({ method: 'GET', url: '/openapi.json' });
    expect(body.openapi).toBe('3.1.0');
    const listed = Object.entries<object>(body.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = routes.map((route) => `${route.method} /v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(listed.filter((entry) => !entry.startsWith('HEAD')).sort()).toEqual(wanted.sort());
  });
});

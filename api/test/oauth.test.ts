import { freePort } from '@framemill/infra/testing';
import * as oauth4 from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../src/auth/password.ts';
import { scopeNames } from '../src/auth/scopes.ts';
import { runAdmin } from './admin-run.ts';
import { type Browser, formAction, oauthApp, openBrowser } from './oauth-world.ts';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';

const password = 'correct horse battery';
let api: TestApi;
let base: string;
let passwordHash: string;
beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  api = await startApi({ apiHost: base });
  await api.app.listen({ host: '127.0.0.1', port });
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());

interface User extends TestAccount {
  email: string;
}

async function newUser(plan = 'hobby'): Promise<User> {
  const account = await api.account({ plan });
  const { email } = await api.deps.database.client.account.update({
    where: { id: account.accountId },
    data: { passwordHash },
  });
  return { ...account, email };
}

const insecure = { execute: [client.allowInsecureRequests], algorithm: 'oauth2' as const };

function configure(clientId: string): Promise<client.Configuration> {
  return client.discovery(new URL(base), clientId, undefined, client.None(), insecure);
}

interface Asked {
  url: string;
  verifier: string;
  state: string;
}

async function askFor(config: client.Configuration, redirectUri: string, scope: string, extra = {}): Promise<Asked> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url: url.href, verifier, state };
}

/** Signs in and decides, as a person does in a browser; returns the address that the browser ends up at. */
async function decide(browser: Browser, url: string, user: User, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  let visit = await browser.get(url);
  if (visit.html.includes('type="password"')) {
    visit = await browser.submit(formAction(visit.html), { email: user.email, password });
  }
  expect([visit.status, visit.html.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  const end = await browser.submit(formAction(visit.html, 'Allow'), { decision });
  return new URL(end.url);
}

async function connect(scope = 'account.read projects.read', options: Parameters<typeof oauthApp>[1] = {}) {
  const app = await oauthApp(api, options);
  const user = await newUser();
  const config = await configure(app.clientId);
  const browser = openBrowser(base);
  const asked = await askFor(config, app.redirectUri, scope);
  const back = await decide(browser, asked.url, user);
  const tokens = await client.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: asked.verifier,
    expectedState: asked.state,
  });
  return { app, user, config, browser, tokens, back, asked };
}

const me = (token: string) =>
  api.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } });
const within5s = { timeout: 5_000, interval: 100 };

/** What a failing call of a client says. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof oauth4.ResponseBodyError) return error.error;
    if (error instanceof client.AuthorizationResponseError) return error.error;
    throw error;
  }
  throw new Error('The call did not fail.');
}

describe('OAuth discovery', () => {
  it('names the endpoints of the contract, S256 and the 18 scopes', async () => {
    const metadata = (await configure('any')).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/api/oauth/token`,
      registration_endpoint: `${base}/api/oauth/register`,
      revocation_endpoint: `${base}/api/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: scopeNames,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    });
    for (const absent of ['userinfo_endpoint', 'device_authorization_endpoint', 'introspection_endpoint']) {
      expect(metadata).not.toHaveProperty(absent);
    }
  });

  it('says where to get tokens for the API (RFC 9728), also with each 401', async () => {
    const url = new URL(base);
    const answer = await oauth4.resourceDiscoveryRequest(url, { [oauth4.allowInsecureRequests]: true });
    const metadata = await oauth4.processResourceDiscoveryResponse(url, answer);
    expect(metadata).toMatchObject({ resource: base, authorization_servers: [base], scopes_supported: scopeNames });
    const refused = await api.inject({ method: 'GET', url: '/v1/me' });
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"`,
    );
  });

  it('has no addresses that a caller wrote into its headers', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await api.inject({ method: 'GET', url: '/.well-known/oauth-authorization-server', headers });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('evil.example');
  });
});

describe('an app that a user connects', () => {
  it('gets a token of one hour that opens the API as the user, always live, on every plan', async () => {
    const { app, user, tokens, back } = await connect();
    expect(back.searchParams.get('iss')).toBe(base);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'account.read projects.read' });
    const { status, body, headers } = await me(tokens.access_token);
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: user.accountId, plan: { id: 'hobby' } });
    expect(body.credential).toEqual({
      ...{ type: 'oauth', keyId: null, appId: app.clientId, environment: 'live' },
      scopes: ['account.read', 'projects.read'],
    });
    expect(headers['x-ratelimit-limit']).toBe('20');
    const refused = await api.inject({
      method: 'POST',
      url: '/v1/projects',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { name: 'x' },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
  });

  it('is limited per user, over all apps of the user', async () => {
    const first = await connect();
    const app = await oauthApp(api);
    const config = await configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(first.browser, asked.url, first.user);
    const second = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
    });
    expect((await me(first.tokens.access_token)).headers['x-ratelimit-remaining']).toBe('19');
    expect((await me(second.access_token)).headers['x-ratelimit-remaining']).toBe('18');
  });

  it('gets the scopes of its ceiling alone, is told so, and loses what it loses', async () => {
    const scopes = ['account.read', 'stock.read'];
    const { app, tokens } = await connect(scopeNames.join(' '), { scopes });
    expect(tokens.scope).toBe('account.read stock.read');
    expect((await me(tokens.access_token)).body.credential.scopes).toEqual(scopes);
    await runAdmin(api, 'app', 'approve', app.clientId, '--scopes', 'account.read');
    // Seldom: these answers count against the 20 calls a minute of the smallest plan.
    await expect
      .poll(async () => (await me(tokens.access_token)).body.credential.scopes, { ...within5s, interval: 500 })
      .toEqual(['account.read']);
  });

  it('has its refresh tokens rotate; each lives 90 days', async () => {
    const { config, tokens, user } = await connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next).toMatchObject({ expires_in: 3_600, scope: 'account.read projects.read' });
    expect((await me(next.access_token)).status).toBe(200);
    const rows = await api.deps.database.client.oauthRecord.findMany({
      where: { accountId: user.accountId, kind: { in: ['RefreshToken', 'Grant'] }, consumedAt: null },
    });
    for (const { expiresAt } of rows) {
      const days = ((expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(90);
    }
    expect(rows).toHaveLength(2);
    // Narrower once is allowed, wider never.
    const narrow = await client.refreshTokenGrant(config, next.refresh_token ?? '', { scope: 'account.read' });
    expect(narrow.scope).toBe('account.read');
    const wider = client.refreshTokenGrant(config, narrow.refresh_token ?? '', { scope: 'projects.write' });
    expect(await errorOf(wider)).toBe('invalid_scope');
  });

  it('is cut off when a refresh token comes twice', async () => {
    const { config, tokens } = await connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect((await me(next.access_token)).status).toBe(200);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await errorOf(client.refreshTokenGrant(config, next.refresh_token ?? ''))).toBe('invalid_grant');
    await expect.poll(async () => (await me(next.access_token)).status, within5s).toBe(401);
  });

  it('gets one answer when it refreshes many times at once', async () => {
    const { config, tokens } = await connect();
    const tries = Array.from({ length: 8 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  it('is cut off when a code comes twice', async () => {
    const { config, tokens, back, asked } = await connect();
    expect((await me(tokens.access_token)).status).toBe(200);
    const again = client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
    });
    expect(await errorOf(again)).toBe('invalid_grant');
    await expect.poll(async () => (await me(tokens.access_token)).status, within5s).toBe(401);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('needs the right verifier', async () => {
    const app = await oauthApp(api);
    const config = await configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(openBrowser(base), asked.url, await newUser());
    const checks = { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: asked.state };
    expect(await errorOf(client.authorizationCodeGrant(config, back, checks))).toBe('invalid_grant');
  });

  it('can give its tokens back', async () => {
    const { config, tokens } = await connect();
    expect((await me(tokens.access_token)).status).toBe(200);
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect.poll(async () => (await me(tokens.access_token)).status, within5s).toBe(401);
  });

  it('is refused while it is suspended or its developer is, and its tokens are not for other resources', async () => {
    const { app, config, tokens } = await connect();
    await runAdmin(api, 'app', 'suspend', app.clientId);
    await expect.poll(async () => (await me(tokens.access_token)).body.error?.code, within5s).toBe('app_suspended');
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_client');
    await runAdmin(api, 'app', 'approve', app.clientId);
    await runAdmin(api, 'account', 'suspend', app.developer.accountId);
    await expect.poll(async () => (await me(tokens.access_token)).body.error?.code, within5s).toBe('app_suspended');
    await runAdmin(api, 'account', 'lift', app.developer.accountId);
    await expect.poll(async () => (await me(tokens.access_token)).status, within5s).toBe(200);
    const other = client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: 'https://elsewhere.example',
    });
    expect(await errorOf(other)).toBe('invalid_target');
  });

  it("loses its grants with its user's or developer's ban", async () => {
    const users = await connect();
    await runAdmin(api, 'account', 'ban', users.user.accountId);
    await runAdmin(api, 'account', 'lift', users.user.accountId);
    expect((await me(users.tokens.access_token)).status).toBe(401);
    const developers = await connect();
    await runAdmin(api, 'account', 'ban', developers.app.developer.accountId);
    await runAdmin(api, 'account', 'lift', developers.app.developer.accountId);
    expect((await me(developers.tokens.access_token)).status).toBe(401);
    const refresh = client.refreshTokenGrant(developers.config, developers.tokens.refresh_token ?? '');
    expect(await errorOf(refresh)).toBe('invalid_grant');
  });

  it('has a token that ends after an hour', async () => {
    const { tokens, user } = await connect();
    await api.deps.database.client.oauthRecord.updateMany({
      where: { accountId: user.accountId, kind: 'AccessToken' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await me(tokens.access_token)).status).toBe(401);
  });

  it('is told when the user does not allow it', async () => {
    const app = await oauthApp(api);
    const config = await configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(openBrowser(base), asked.url, await newUser(), 'deny');
    const grant = client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: asked.verifier,
      expectedState: asked.state,
    });
    expect(await errorOf(grant)).toBe('access_denied');
  });

  it('leaves no token or code in the database', async () => {
    const { tokens, back, user } = await connect();
    const rows = await api.deps.database.client.oauthRecord.findMany({ where: { accountId: user.accountId } });
    const text = JSON.stringify(rows);
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['AccessToken', 'RefreshToken', 'Grant']));
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', back.searchParams.get('code') ?? '']) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
  });
});

describe('an authorization request', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  async function ask(change: Record<string, string | undefined>, redirectUris?: string[]) {
    const app = await oauthApp(api, { redirectUris });
    const query = new URLSearchParams();
    const fields: Record<string, string | undefined> = {
      ...{ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'account.read' },
      ...{ state: 's', code_challenge: challenge, code_challenge_method: 'S256', ...change },
    };
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
    return openBrowser(base).get(`/oauth/authorize?${query}`);
  }

  it.each([
    ['without a scope', { scope: undefined }, 'invalid_scope'],
    ['with an empty scope', { scope: '' }, 'invalid_scope'],
    ['with an unknown scope', { scope: 'account.read everything' }, 'invalid_scope'],
    ['with the scope of OpenID', { scope: 'openid' }, 'invalid_scope'],
    ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with the challenge method left out', { code_challenge_method: undefined }, 'invalid_request'],
    ['for another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['for a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s is sent back to the app with the error', async (_what, change, error) => {
    const visit = await ask(change);
    const url = new URL(visit.url);
    expect(url.origin + url.pathname).toBe('https://app.example/back');
    const answer = url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error');
    expect(answer).toBe(error);
  });

  it.each([
    ['another path', 'https://app.example/back/'],
    ['a further query', 'https://app.example/back?x=1'],
    ['another port', 'https://app.example:444/back'],
    ['another host', 'https://app.example.evil.example/back'],
    ['another case', 'https://app.example/Back'],
    ['NUL', 'https://app.example/back\0'],
  ])('with a redirect address that differs by %s is shown an error here', async (_what, redirect_uri) => {
    const visit = await ask({ redirect_uri });
    expect([visit.status, new URL(visit.url).origin]).toEqual([400, base]);
    expect(visit.html).toContain('could not be connected');
  });

  it.each(['unknown', 'a\0b', '<script>alert(1)</script>'])(
    'of the client %j is shown an error here',
    async (client_id) => {
      const visit = await ask({ client_id });
      expect([visit.status, new URL(visit.url).origin]).toEqual([400, base]);
      expect(visit.html).not.toContain('<script>');
    },
  );

  it('with a state that no database stores does not break the server', async () => {
    const visit = await ask({ state: 'a\0b' });
    expect(visit.url).toContain('error=invalid_request');
  });

  it('to a loopback address of a web app keeps the port', async () => {
    const visit = await ask({ redirect_uri: 'http://127.0.0.1:4001/back' }, ['http://127.0.0.1:4000/back']);
    expect(visit.status).toBe(400);
  });
});

describe('a client that registers itself', () => {
  const issuer = () => new URL(base);
  const lax = { [oauth4.allowInsecureRequests]: true };

  async function register(metadata: object) {
    const server = await oauth4.processDiscoveryResponse(
      issuer(),
      await oauth4.discoveryRequest(issuer(), { algorithm: 'oauth2', ...lax }),
    );
    const answer = await oauth4.dynamicClientRegistrationRequest(server, metadata, lax);
    return { server, registered: await oauth4.processDynamicClientRegistrationResponse(answer) };
  }

  it('goes the whole way with oauth4webapi: registration, PKCE, token, refresh, reuse', async () => {
    const redirectUri = 'http://127.0.0.1:3210/callback';
    const { server, registered } = await register({
      client_name: 'Desk helper',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'account.read projects.read',
    });
    const self: oauth4.Client = { client_id: registered.client_id };
    expect(registered).not.toHaveProperty('client_secret');
    const user = await newUser();
    const verifier = oauth4.generateRandomCodeVerifier();
    const state = oauth4.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      ...{ client_id: self.client_id, redirect_uri: redirectUri, response_type: 'code', scope: 'account.read', state },
      code_challenge: await oauth4.calculatePKCECodeChallenge(verifier),
      ...{ code_challenge_method: 'S256', resource: base },
    }).toString();
    const browser = openBrowser(base);
    const visit = await browser.get(url.href);
    expect(visit.html).toContain('<strong>Desk helper</strong>');
    const back = await decide(browser, url.href, user);
    const params = oauth4.validateAuthResponse(server, self, back, state);
    const none = oauth4.None();
    const grant = await oauth4.authorizationCodeGrantRequest(server, self, none, params, redirectUri, verifier, lax);
    const tokens = await oauth4.processAuthorizationCodeResponse(server, self, grant);
    const { body } = await me(tokens.access_token);
    expect(body.credential).toMatchObject({ type: 'oauth', appId: null, scopes: ['account.read'] });
    const refresh = async (token = '') =>
      oauth4.processRefreshTokenResponse(
        server,
        self,
        await oauth4.refreshTokenGrantRequest(server, self, none, token, lax),
      );
    const next = await refresh(tokens.refresh_token);
    expect((await me(next.access_token)).status).toBe(200);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect(await errorOf(refresh(next.refresh_token))).toBe('invalid_grant');
  });

  it.each([
    ['an address without https', { redirect_uris: ['http://app.example/back'] }],
    ['an address with a fragment', { redirect_uris: ['https://app.example/back#x'] }],
    ['an address that is a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['no address', { redirect_uris: [] }],
    ['a secret', { redirect_uris: ['https://app.example/back'], token_endpoint_auth_method: 'client_secret_post' }],
    ['the implicit flow', { redirect_uris: ['https://app.example/back'], response_types: ['token'] }],
    ['NUL in its name', { redirect_uris: ['https://app.example/back'], client_name: 'a\0b' }],
  ])('is refused with %s', async (_what, metadata) => {
    const answer = await fetch(`${base}/api/oauth/register`, {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json' },
    });
    const body: { error?: string } = JSON.parse(await answer.text());
    expect([answer.status, typeof body.error]).toEqual([400, 'string']);
  });
});

describe('the pages of OAuth', () => {
  it('need a password that is right, show what was wrong, and keep the request', async () => {
    const app = await oauthApp(api);
    const config = await configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const user = await newUser();
    const browser = openBrowser(base);
    const page = await browser.get(asked.url);
    expect(page.html).toContain('<strong>Holiday films</strong>');
    const wrong = await browser.submit(formAction(page.html), { email: user.email, password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.html).toContain('role="alert"');
    const right = await browser.submit(formAction(wrong.html), { email: user.email, password });
    expect(right.html).toContain('Connect Holiday films?');
    expect(right.html).toContain(user.email);
  });

  it('run no script, load nothing but their stylesheet and are framed by nobody', async () => {
    const app = await oauthApp(api);
    const asked = await askFor(await configure(app.clientId), app.redirectUri, 'account.read');
    const page = await openBrowser(base).get(asked.url);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.html).not.toMatch(/<script|\son\w+=|style=/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('take no form from another site', async () => {
    const app = await oauthApp(api);
    const asked = await askFor(await configure(app.clientId), app.redirectUri, 'account.read');
    const user = await newUser();
    const browser = openBrowser(base);
    const refuses = async (action: string) => {
      const fields = { email: user.email, password, decision: 'allow', clientId: app.clientId };
      const visit = await browser.submit(action, fields, 'https://evil.example');
      expect([action, visit.status]).toEqual([action, 401]);
    };
    const page = await browser.get(asked.url);
    await refuses(formAction(page.html));
    const consent = await browser.submit(formAction(page.html), { email: user.email, password });
    for (const action of [formAction(consent.html, 'Allow'), '/oauth/connected', '/oauth/sign-out'])
      await refuses(action);
    // Nothing happened: the person can still decide.
    const end = await browser.submit(formAction(consent.html, 'Allow'), { decision: 'allow' });
    expect(end.url).toContain('code=');
  });

  it('ask for consent every time, without a new sign-in, and for a sign-in after signing out', async () => {
    const { app, config, browser } = await connect();
    const asked = await askFor(config, app.redirectUri, 'account.read');
    expect((await browser.get(asked.url)).html).toContain('Connect Holiday films?');
    await browser.submit('/oauth/sign-out', {});
    expect((await browser.get(asked.url)).html).toContain('type="password"');
  });

  it('ask for the password again when the app wants that', async () => {
    const { app, config, browser, user } = await connect();
    const asked = await askFor(config, app.redirectUri, 'account.read', { prompt: 'login' });
    const page = await browser.get(asked.url);
    expect(page.html).toContain('type="password"');
    const back = await decide(browser, asked.url, user);
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  it('let nobody decide for somebody else', async () => {
    const app = await oauthApp(api);
    const config = await configure(app.clientId);
    const [first, second] = [await newUser(), await newUser()];
    const browser = openBrowser(base);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const page = await browser.get(asked.url);
    const consent = await browser.submit(formAction(page.html), { email: first.email, password });
    await browser.submit('/oauth/sign-out', {});
    const signIn = await browser.get('/oauth/sign-in');
    await browser.submit(formAction(signIn.html), { email: second.email, password });
    const visit = await browser.submit(formAction(consent.html, 'Allow'), { decision: 'allow' });
    expect([visit.status, visit.html]).toEqual([400, expect.stringContaining('Somebody else is signed in')]);
  });

  it('list connected apps and cut one off at once, with all its tokens', async () => {
    const { app, browser, tokens, config, user } = await connect();
    expect((await me(tokens.access_token)).status).toBe(200);
    const page = await browser.get('/oauth/connected');
    expect(page.html).toContain('Holiday films');
    expect(page.html).toContain('Account, usage and the list of plugins');
    const after = await browser.submit('/oauth/connected', { clientId: app.clientId });
    expect(after.html).toContain('Holiday films is disconnected.');
    expect(after.html).toContain('No app is connected');
    expect(
      await api.deps.database.client.oauthRecord.count({
        where: { accountId: user.accountId, clientId: app.clientId },
      }),
    ).toBe(0);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    await expect.poll(async () => (await me(tokens.access_token)).status, within5s).toBe(401);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/', 'javascript:1'])(
    'lead nowhere else after signing in (%s)',
    async (next) => {
      const user = await newUser();
      const browser = openBrowser(base);
      const page = await browser.get(`/oauth/sign-in?next=${encodeURIComponent(next)}`);
      const visit = await browser.submit(formAction(page.html), { email: user.email, password });
      expect(visit.url).toBe(`${base}/oauth/connected`);
    },
  );

  it('tell a suspended person why, and show an unknown request an error', async () => {
    const { browser, user } = await connect();
    await runAdmin(api, 'account', 'suspend', user.accountId);
    const page = await browser.get('/oauth/connected');
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('This account is suspended')]);
    const old = await browser.get('/oauth/interaction/unknown');
    expect([old.status, old.html]).toEqual([404, expect.stringContaining('too old')]);
  });

  it('escape what apps call themselves', async () => {
    const app = await oauthApp(api);
    const name = '<img src=x onerror=alert(1)>"';
    await api.deps.database.client.app.update({ where: { id: app.clientId }, data: { name } });
    const asked = await askFor(await configure(app.clientId), app.redirectUri, 'account.read');
    const page = await openBrowser(base).get(asked.url);
    expect(page.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;');
    expect(page.html).not.toContain('<img');
  });
});

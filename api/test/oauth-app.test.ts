import { forSuite } from '@framemill/testing/for-suite';
import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { scopeNames } from '../src/auth/scopes.ts';
import { runAdmin } from './admin-run.ts';
import { ageUses, askFor, decide, errorOf, openOauthWorld, redeem, within5s } from './oauth-world.ts';

const world = forSuite(openOauthWorld);

describe('an app that a user connects', () => {
  it('gets a token of one hour that opens the API as the user, always live, on every plan', async () => {
    const { app, user, tokens, back } = await world.connect();
    expect(back.searchParams.get('iss')).toBe(world.base);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'account.read projects.read' });
    const { status, body, headers } = await world.me(tokens.access_token);
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: user.accountId, plan: { id: 'hobby' } });
    expect(body.credential).toEqual({
      ...{ type: 'oauth', keyId: null, appId: app.clientId, environment: 'live' },
      scopes: ['account.read', 'projects.read'],
    });
    expect(headers['x-ratelimit-limit']).toBe('20');
    const refused = await world.api.inject({
      method: 'POST',
      url: '/v1/projects',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { name: 'x' },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
  });

  it('is limited per user, over all apps of the user', async () => {
    const first = await world.connect();
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(first.browser, asked.url, first.user);
    const second = await redeem(config, back, asked);
    expect((await world.me(first.tokens.access_token)).headers['x-ratelimit-remaining']).toBe('19');
    expect((await world.me(second.access_token)).headers['x-ratelimit-remaining']).toBe('18');
  });

  it('is sent back at once when it asks for nothing that it may have', async () => {
    const app = await world.newApp({ scopes: ['account.read'] });
    const asked = await askFor(await world.configure(app.clientId), app.redirectUri, 'projects.read stock.read');
    const { url } = await world.openBrowser().get(asked.url);
    expect(url.startsWith(app.redirectUri)).toBe(true);
    expect(new URL(url).searchParams.get('error')).toBe('invalid_scope');
  });

  it('gets the scopes of its ceiling alone, is told so, and loses what it loses', async () => {
    const scopes = ['account.read', 'stock.read'];
    const { app, tokens } = await world.connect(scopeNames.join(' '), { scopes });
    expect(tokens.scope).toBe('account.read stock.read');
    expect((await world.me(tokens.access_token)).body.credential.scopes).toEqual(scopes);
    await runAdmin(world.api, 'app', 'approve', app.clientId, '--scopes', 'account.read');
    // Seldom: these answers count against the 20 calls a minute of the smallest plan.
    await expect
      .poll(async () => (await world.me(tokens.access_token)).body.credential.scopes, { ...within5s, interval: 500 })
      .toEqual(['account.read']);
  });

  it('has its refresh tokens rotate; each lives 90 days', async () => {
    const { config, tokens, user } = await world.connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next).toMatchObject({ expires_in: 3_600, scope: 'account.read projects.read' });
    expect((await world.me(next.access_token)).status).toBe(200);
    const rows = await world.api.deps.database.client.oauthRecord.findMany({
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

  it('is told which scope to ask for when its token lacks one', async () => {
    const { tokens } = await world.connect('account.read');
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = await world.api.inject({ method: 'GET', url: '/v1/projects', headers });
    expect([answer.status, answer.body.error.code, answer.body.error.scope]).toEqual([
      403,
      'insufficient_scope',
      'projects.read',
    ]);
    expect(answer.body.error.message).toContain('authorization again, with scope="account.read projects.read"');
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="projects.read", ' +
        `resource_metadata="${world.base}/.well-known/oauth-protected-resource"`,
    );
  });

  it('is cut off when a refresh token comes again after ten seconds', async () => {
    const { config, tokens } = await world.connect();
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect((await world.me(next.access_token)).status).toBe(200);
    await ageUses(world.api);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await errorOf(client.refreshTokenGrant(config, next.refresh_token ?? ''))).toBe('invalid_grant');
    await expect.poll(async () => (await world.me(next.access_token)).status, within5s).toBe(401);
  });

  it('returns the same new tokens to concurrent refreshes in any process, and accepts them afterwards', async () => {
    const { config, tokens, app } = await world.connect();
    const token = tokens.refresh_token ?? '';
    const other = await buildApp(world.api.deps);
    try {
      const url = `${await other.listen({ host: '127.0.0.1', port: 0 })}/api/oauth/token`;
      const post = async (fields: Record<string, string> = {}) => {
        const form = { grant_type: 'refresh_token', refresh_token: token, client_id: app.clientId, ...fields };
        const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
        return { status: answer.status, body: Object(await answer.json()) };
      };
      const tries = Array.from({ length: 4 }, () => client.refreshTokenGrant(config, token));
      const [here, there] = await Promise.all([Promise.all(tries), Promise.all([post(), post(), post()])]);
      expect(there.map(({ status }) => status)).toEqual([200, 200, 200]);
      const pairs = [...here, ...there.map(({ body }) => body)].map((pair) => [pair.access_token, pair.refresh_token]);
      expect(new Set(pairs.map((pair) => pair.join())).size).toBe(1);
      // What is not the same request gets nothing, and what Redis keeps of it is no token.
      expect(await post({ scope: 'account.read' })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      const stranger = await world.newApp();
      expect(await post({ client_id: stranger.clientId })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      const kept = await world.api.deps.redis.keys('fm:oauth-refresh:*');
      const texts = await Promise.all(kept.map((key) => world.api.deps.redis.get(key)));
      expect(kept.length).toBeGreaterThan(0);
      const [access = '', refresh = ''] = pairs[0] ?? [];
      for (const text of texts) {
        const bytes = Buffer.from(text ?? '', 'base64').toString('latin1');
        expect([bytes.includes(access), bytes.includes(refresh)]).toEqual([false, false]);
      }
      expect((await world.me(access)).status).toBe(200);
      expect((await client.refreshTokenGrant(config, refresh)).refresh_token).toBeDefined();
    } finally {
      await other.close();
    }
  });

  it('is cut off when a code comes twice', async () => {
    const { config, tokens, back, asked } = await world.connect();
    expect((await world.me(tokens.access_token)).status).toBe(200);
    const again = redeem(config, back, asked);
    expect(await errorOf(again)).toBe('invalid_grant');
    await expect.poll(async () => (await world.me(tokens.access_token)).status, within5s).toBe(401);
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('needs the right verifier', async () => {
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(world.openBrowser(), asked.url, await world.newUser());
    const wrong = { ...asked, verifier: client.randomPKCECodeVerifier() };
    expect(await errorOf(redeem(config, back, wrong))).toBe('invalid_grant');
  });

  it('can give its tokens back', async () => {
    const { config, tokens } = await world.connect();
    expect((await world.me(tokens.access_token)).status).toBe(200);
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect.poll(async () => (await world.me(tokens.access_token)).status, within5s).toBe(401);
  });

  it('is refused while it is suspended or its developer is, and its tokens are not for other resources', async () => {
    const { app, config, tokens } = await world.connect();
    await runAdmin(world.api, 'app', 'suspend', app.clientId);
    await expect
      .poll(async () => (await world.me(tokens.access_token)).body.error?.code, within5s)
      .toBe('app_suspended');
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_client');
    await runAdmin(world.api, 'app', 'approve', app.clientId);
    await runAdmin(world.api, 'account', 'suspend', app.developer.accountId);
    await expect
      .poll(async () => (await world.me(tokens.access_token)).body.error?.code, within5s)
      .toBe('app_suspended');
    await runAdmin(world.api, 'account', 'lift', app.developer.accountId);
    await expect.poll(async () => (await world.me(tokens.access_token)).status, within5s).toBe(200);
    const other = client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: 'https://elsewhere.example',
    });
    expect(await errorOf(other)).toBe('invalid_target');
  });

  it('is refused while it is not approved: its tokens are always live', async () => {
    const { app, tokens } = await world.connect();
    await world.api.deps.database.client.app.update({ where: { id: app.clientId }, data: { status: 'rejected' } });
    expect((await world.me(tokens.access_token)).body.error).toMatchObject({
      code: 'app_suspended',
      message: expect.stringContaining('is not approved'),
    });
  });

  it.each([
    ['', '/'],
    ['/', ''],
    ['/', '/'],
  ])('may write the resource with a slash at its end or without: %j, then %j', async (first, then) => {
    const { base } = world;
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read', { resource: base + first });
    const user = await world.newUser();
    const back = await decide(world.openBrowser(), asked.url, user);
    const checks = { pkceCodeVerifier: asked.verifier, expectedState: asked.state };
    const tokens = await client.authorizationCodeGrant(config, back, checks, { resource: base + then });
    expect((await world.me(tokens.access_token)).status).toBe(200);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: base + first });
    expect((await world.me(next.access_token)).status).toBe(200);
    const where = { accountId: user.accountId, kind: 'AccessToken' };
    const records = await world.api.deps.database.client.oauthRecord.findMany({ where });
    expect(records).toMatchObject([{ payload: { aud: base } }, { payload: { aud: base } }]);
    const other = client.refreshTokenGrant(config, next.refresh_token ?? '', { resource: `${base}/v1` });
    expect(await errorOf(other)).toBe('invalid_target');
  });

  it("loses its grants with its user's or developer's ban", async () => {
    const users = await world.connect();
    await runAdmin(world.api, 'account', 'ban', users.user.accountId);
    await runAdmin(world.api, 'account', 'lift', users.user.accountId);
    expect((await world.me(users.tokens.access_token)).status).toBe(401);
    const developers = await world.connect();
    await runAdmin(world.api, 'account', 'ban', developers.app.developer.accountId);
    await runAdmin(world.api, 'account', 'lift', developers.app.developer.accountId);
    expect((await world.me(developers.tokens.access_token)).status).toBe(401);
    const refresh = client.refreshTokenGrant(developers.config, developers.tokens.refresh_token ?? '');
    expect(await errorOf(refresh)).toBe('invalid_grant');
  });

  it('has a token that ends after an hour', async () => {
    const { tokens, user } = await world.connect();
    await world.api.deps.database.client.oauthRecord.updateMany({
      where: { accountId: user.accountId, kind: 'AccessToken' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await world.me(tokens.access_token)).status).toBe(401);
  });

  it('is told when the user does not allow it', async () => {
    const app = await world.newApp();
    const config = await world.configure(app.clientId);
    const asked = await askFor(config, app.redirectUri, 'account.read');
    const back = await decide(world.openBrowser(), asked.url, await world.newUser(), 'deny');
    const grant = redeem(config, back, asked);
    expect(await errorOf(grant)).toBe('access_denied');
  });

  it('leaves no token or code in the database', async () => {
    const { tokens, back, user } = await world.connect();
    const rows = await world.api.deps.database.client.oauthRecord.findMany({ where: { accountId: user.accountId } });
    const text = JSON.stringify(rows);
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['AccessToken', 'RefreshToken', 'Grant']));
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', back.searchParams.get('code') ?? '']) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
  });
});

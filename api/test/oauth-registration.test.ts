import { createServer } from 'node:net';
import { sweepStore } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { listen } from '@framemill/testing/local-server';
import * as oauth4 from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { ageUses, askFor, decide, errorOf, openOauthWorld } from './oauth-world.ts';

const world = forSuite(openOauthWorld);

describe('a client that registers itself', () => {
  const issuer = () => new URL(world.base);
  const lax = { [oauth4.allowInsecureRequests]: true };

  async function register(metadata: object) {
    const server = await oauth4.processDiscoveryResponse(
      issuer(),
      await oauth4.discoveryRequest(issuer(), { algorithm: 'oauth2', ...lax }),
    );
    const answer = await oauth4.dynamicClientRegistrationRequest(server, metadata, lax);
    return { server, registered: await oauth4.processDynamicClientRegistrationResponse(answer) };
  }

  /** Sends a registration request directly, because client libraries would refuse to send invalid ones. */
  async function post(metadata: object) {
    const answer = await fetch(`${world.base}/api/oauth/register`, {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json' },
    });
    const body: { error?: string; error_description?: string; client_id?: string } = JSON.parse(await answer.text());
    return { status: answer.status, body };
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
    const user = await world.newUser();
    const verifier = oauth4.generateRandomCodeVerifier();
    const state = oauth4.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      ...{ client_id: self.client_id, redirect_uri: redirectUri, response_type: 'code', scope: 'account.read', state },
      code_challenge: await oauth4.calculatePKCECodeChallenge(verifier),
      ...{ code_challenge_method: 'S256', resource: world.base },
    }).toString();
    const browser = world.openBrowser();
    const visit = await browser.get(url.href);
    expect(visit.html).toContain('<strong>Desk helper</strong>');
    const back = await decide(browser, url.href, user);
    const params = oauth4.validateAuthResponse(server, self, back, state);
    const none = oauth4.None();
    const grant = await oauth4.authorizationCodeGrantRequest(server, self, none, params, redirectUri, verifier, lax);
    const tokens = await oauth4.processAuthorizationCodeResponse(server, self, grant);
    const { body } = await world.me(tokens.access_token);
    expect(body.credential).toMatchObject({ type: 'oauth', appId: null, scopes: ['account.read'] });
    const refresh = async (token = '') =>
      oauth4.processRefreshTokenResponse(
        server,
        self,
        await oauth4.refreshTokenGrantRequest(server, self, none, token, lax),
      );
    const next = await refresh(tokens.refresh_token);
    expect((await world.me(next.access_token)).status).toBe(200);
    expect(await refresh(tokens.refresh_token)).toEqual(next);
    await ageUses(world.api);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect(await errorOf(refresh(next.refresh_token))).toBe('invalid_grant');
  });

  it.each([
    ['names no way to authenticate', {}],
    ['names an algorithm that would need one', { request_object_signing_alg: 'HS256' }],
  ])('gets no secret when it %s', async (_what, metadata) => {
    const { status, body } = await post({ redirect_uris: ['http://127.0.0.1:3211/back'], ...metadata });
    expect([status, body]).toMatchObject([201, { client_id: expect.any(String), token_endpoint_auth_method: 'none' }]);
    const { client_id: clientId } = body;
    const where = { kind: 'Client', clientId };
    const { payload } = await world.api.deps.database.client.oauthRecord.findFirstOrThrow({ where });
    for (const record of [body, payload]) {
      expect(record).not.toHaveProperty('client_secret');
      expect(record).not.toHaveProperty('client_secret_expires_at');
    }
  });

  it('cannot have the service read an address of its choice', async () => {
    let connections = 0;
    const counter = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const victim = await listen(counter);
    const answer = await post({
      redirect_uris: ['https://app.example/back'],
      sector_identifier_uri: `https://127.0.0.1:${victim.port}/`,
    });
    expect([answer.status, answer.body.error, connections]).toEqual([400, 'invalid_client_metadata', 0]);
    await victim.close();
  });

  it('is forgotten after 7 days in which nobody allowed it anything, and stays once somebody did', async () => {
    const redirectUri = 'https://app.example/back';
    const registerOne = async () =>
      (await register({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' })).registered.client_id;
    const used = await registerOne();
    const unused = await registerOne();
    const { oauthRecord } = world.api.deps.database.client;
    const where = { kind: 'Client', clientId: { in: [used, unused] } };
    const records = await oauthRecord.findMany({ where });
    const days = records.map(({ expiresAt }) => ((expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000);
    expect(days.map(Math.round)).toEqual([7, 7]);
    const begin = async (clientId: string) =>
      (await askFor(await world.configure(clientId), redirectUri, 'account.read')).url;
    await decide(world.openBrowser(), await begin(used), await world.newUser());
    await oauthRecord.updateMany({ where: { ...where, expiresAt: { not: null } }, data: { expiresAt: new Date() } });
    await sweepStore(world.api.deps);
    const visit = async (clientId: string) => (await world.openBrowser().get(await begin(clientId))).status;
    expect([await visit(used), await visit(unused)]).toEqual([200, 400]);
  });

  it('is told what is wrong with an address', async () => {
    expect(await post({ redirect_uris: ['https://app.example/back', 'http://evil.example/x'] })).toEqual({
      status: 400,
      body: {
        error: 'invalid_redirect_uri',
        error_description: 'http://evil.example/x must be https, or http on 127.0.0.1, [::1] or localhost',
      },
    });
  });

  it.each([
    ['an address without https', { redirect_uris: ['http://app.example/back'] }],
    ['an address with a fragment', { redirect_uris: ['https://app.example/back#x'] }],
    ['an address that is a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['no address', { redirect_uris: [] }],
    ['a secret', { redirect_uris: ['https://app.example/back'], token_endpoint_auth_method: 'client_secret_post' }],
    ['the implicit flow', { redirect_uris: ['https://app.example/back'], response_types: ['token'] }],
    ['a name longer than apps have', { redirect_uris: ['https://app.example/back'], client_name: 'a'.repeat(101) }],
    ['a name that turns the text after it', { redirect_uris: ['https://app.example/back'], client_name: 'a\u202eb' }],
    ['a name of spaces', { redirect_uris: ['https://app.example/back'], client_name: '  ' }],
    ['NUL in its name', { redirect_uris: ['https://app.example/back'], client_name: 'a\0b' }],
  ])('is refused with %s', async (_what, metadata) => {
    const { status, body } = await post(metadata);
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });
});

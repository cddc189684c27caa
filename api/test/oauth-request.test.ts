import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OauthWorld, openOauthWorld } from './oauth-world.ts';

let world: OauthWorld;
beforeAll(async () => {
  world = await openOauthWorld();
});
afterAll(() => world.close());

describe('an authorization request', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  async function ask(change: Record<string, string | undefined>, redirectUris?: string[]) {
    const app = await world.newApp({ redirectUris });
    const query = new URLSearchParams();
    const fields: Record<string, string | undefined> = {
      ...{ response_type: 'code', client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'account.read' },
      ...{ state: 's', code_challenge: challenge, code_challenge_method: 'S256', ...change },
    };
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, value);
    return world.openBrowser().get(`/oauth/authorize?${query}`);
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
    expect([visit.status, new URL(visit.url).origin]).toEqual([400, world.base]);
    expect(visit.html).toContain('could not be connected');
  });

  it.each(['unknown', 'a\0b', '<script>alert(1)</script>'])(
    'of the client %j is shown an error here',
    async (client_id) => {
      const visit = await ask({ client_id });
      expect([visit.status, new URL(visit.url).origin]).toEqual([400, world.base]);
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

import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { openOauthWorld } from './oauth-world.ts';

const world = forSuite(openOauthWorld);

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

  it.each([
    ...[
      'response_type',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
      'resource',
      'prompt',
      'login_hint',
    ],
    ...['display', 'ui_locales', 'acr_values', 'nonce', 'response_mode', 'request', 'request_uri', 'id_token_hint'],
  ])('with a NUL character in %s is sent back to the app with an error', async (name) => {
    const visit = await ask({ [name]: 'a\0b' });
    expect(visit.url).toMatch(/^https:\/\/app\.example\/back.*error=(invalid|unsupported|request)_/);
  });

  it('to a loopback address of a web app keeps the port', async () => {
    const visit = await ask({ redirect_uri: 'http://127.0.0.1:4001/back' }, ['http://127.0.0.1:4000/back']);
    expect(visit.status).toBe(400);
  });
});

describe('a form with a NUL character', () => {
  const post = async (path: string, fields: Record<string, string>, headers = {}) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(new URL(path, world.base), { method: 'POST', body, headers, redirect: 'manual' });
    return [answer.status, (await answer.text()).match(/"error":"(\w+)"/)?.[1] ?? null];
  };
  const right = {
    ...{ code: 'x', redirect_uri: 'https://app.example/back', refresh_token: 'x', scope: 'account.read', token: 'x' },
    ...{ code_verifier: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
  };

  it.each(['authorization_code', 'refresh_token'])('is refused as a wrong value by %s', async (grant_type) => {
    const { clientId: client_id } = await world.newApp();
    for (const field of Object.keys(right)) {
      const fields = { grant_type, client_id, ...right, [field]: 'a\0b', 'other\0': '\0' };
      expect([field, await post('/api/oauth/token', fields)]).toEqual([
        field,
        [400, field === 'scope' && grant_type === 'refresh_token' ? 'invalid_scope' : 'invalid_grant'],
      ]);
    }
    const from = (fields: object) => post('/api/oauth/token', { grant_type, client_id, ...right, ...fields });
    expect(await from({ client_id: 'a\0b' })).toEqual([401, 'invalid_client']);
    expect(await from({ grant_type: 'a\0b' })).toEqual([400, 'unsupported_grant_type']);
  });

  it('is refused in the name and the secret of a client', async () => {
    for (const text of ['a%00b:c%00d', 'a\0b:c\0d']) {
      const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
      const fields = { grant_type: 'authorization_code', ...right };
      expect(await post('/api/oauth/token', fields, { authorization })).toEqual([400, 'invalid_request']);
    }
  });

  it('revokes nothing', async () => {
    const { clientId: client_id } = await world.newApp();
    expect(await post('/api/oauth/revoke', { client_id, token: 'a\0b' })).toEqual([200, null]);
  });

  it('is refused by the pages of people', async () => {
    const fields = { email: 'a\0b@x.test', password: 'x', clientId: 'a\0b' };
    expect(await post('/oauth/sign-in', fields, { origin: world.base })).toEqual([400, null]);
    const { cookie } = await world.api.signIn(await world.newUser());
    expect(await post('/oauth/connected', fields, { origin: world.base, cookie })).toEqual([400, null]);
  });
});

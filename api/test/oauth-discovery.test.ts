import { forSuite } from '@framemill/testing/for-suite';
import * as oauth4 from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { openOauthWorld } from './oauth-world.ts';

const world = forSuite(openOauthWorld);

describe('OAuth discovery', () => {
  it('names the endpoints of the contract, S256 and the 18 scopes', async () => {
    const metadata = (await world.configure('any')).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: world.base,
      authorization_endpoint: `${world.base}/oauth/authorize`,
      token_endpoint: `${world.base}/api/oauth/token`,
      registration_endpoint: `${world.base}/api/oauth/register`,
      revocation_endpoint: `${world.base}/api/oauth/revoke`,
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
    const url = new URL(world.base);
    const answer = await oauth4.resourceDiscoveryRequest(url, { [oauth4.allowInsecureRequests]: true });
    const metadata = await oauth4.processResourceDiscoveryResponse(url, answer);
    expect(metadata).toMatchObject({
      resource: world.base,
      authorization_servers: [world.base],
      scopes_supported: scopeNames,
    });
    const refused = await world.api.inject({ method: 'GET', url: '/v1/me' });
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${world.base}/.well-known/oauth-protected-resource"`,
    );
  });

  it('has no addresses that a caller wrote into its headers', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await world.api.inject({ method: 'GET', url: '/.well-known/oauth-authorization-server', headers });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('evil.example');
  });

  it.each([
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/api/oauth/jwks'],
    ['POST', '/api/oauth/token'],
    ['POST', '/api/oauth/revoke'],
    ['POST', '/api/oauth/register'],
  ] as const)('is open to no origin: %s %s', async (method, url) => {
    for (const origin of [{ origin: 'https://evil.example' }, {}]) {
      const { headers } = await world.api.inject({ method, url, headers: origin });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

import { scopeNames } from '../auth/scopes.ts';

/** What access tokens can be for: the API itself, under the service's public address. RFC 8707. */
export function resourcesOf(apiHost: string): readonly string[] {
  return [apiHost];
}

/** Scopes that a resource knows, with spaces between: all of them. */
export const resourceScopes = scopeNames.join(' ');

/** Metadata of the API as a protected resource (RFC 9728). */
export function protectedResource(apiHost: string) {
  return {
    resource: apiHost,
    authorization_servers: [apiHost],
    scopes_supported: scopeNames,
    bearer_methods_supported: ['header'],
    resource_name: 'Framemill API',
    resource_documentation: `${apiHost}/openapi.json`,
  };
}

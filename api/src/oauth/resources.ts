import { scopeNames } from '../auth/scopes.ts';

/**
 * What access tokens can be for (RFC 8707): the API itself, under the service's public address. That address when `resource`
 * is equivalent to it (RFC 3986 6.2: a slash after the host, the host in capitals, the usual port), null otherwise.
 */
export function ownResource(apiHost: string, resource: string): string | null {
  return URL.parse(resource)?.href === new URL(apiHost).href ? apiHost : null;
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

import { type Scope, scopeNames } from '../auth/scopes.ts';
import { mcpPath } from '../http/mcp-path.ts';

/**
 * What access tokens can be for (RFC 8707): the service, under its public address, or its MCP server, which is a door to the same
 * routes and scopes. The public address when `resource` is equivalent to one of them (RFC 3986 6.2: a slash after the host,
 * the host in capitals, the usual port), null otherwise.
 */
export function ownResource(apiHost: string, resource: string): string | null {
  const href = URL.parse(resource)?.href;
  return href === new URL(apiHost).href || href === new URL(mcpPath, apiHost).href ? apiHost : null;
}

/** Scopes that a resource knows, with spaces between: all of them. */
export const resourceScopes = scopeNames.join(' ');

/** Metadata of the API, or of what is at `path` of it and needs `scopes`, as a protected resource (RFC 9728). */
export function protectedResource(apiHost: string, path = '', scopes: readonly Scope[] = scopeNames) {
  return {
    resource: apiHost + path,
    authorization_servers: [apiHost],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Framemill API',
    resource_documentation: `${apiHost}/openapi.json`,
  };
}

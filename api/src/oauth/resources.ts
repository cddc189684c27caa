import { type Scope, scopeNames } from '../auth/scopes.ts';
import { mcpPath } from '../http/mcp-path.ts';

/**
 * Returns the public address of the service when `resource` denotes it or its MCP server; null otherwise.
 * Access tokens are issued for this address (RFC 8707); the MCP server has the same routes and scopes. Equivalent
 * spellings are accepted (RFC 3986 6.2: a slash after the host, the host in capitals, the default port).
 */
export function ownResource(apiHost: string, resource: string): string | null {
  const href = URL.parse(resource)?.href;
  return href === new URL(apiHost).href || href === new URL(mcpPath, apiHost).href ? apiHost : null;
}

/** Scopes of the API as a resource: all of them, separated by spaces. */
export const resourceScopes = scopeNames.join(' ');

/** Returns the metadata of a protected resource (RFC 9728): the API, or the part at `path` that uses `scopes`. */
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

import type { Database } from '@framemill/infra';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { appNameProblem } from '../apps/app-record.ts';
import { redirectUriProblem } from '../apps/redirect-uri.ts';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';
import type { ConsoleServices } from '../deps.ts';
import { mcpPath } from '../mcp/mcp-guard.ts';
import { clientDocuments } from './client-documents.ts';
import type { OauthSecrets } from './oauth-secrets.ts';
import { errorPage } from './pages.ts';
import { publicClient, recordAdapter } from './record-adapter.ts';
import { replayRefreshes } from './refresh-replay.ts';

/** Names of all scopes of the API, separated by spaces. */
const resourceScopes = scopeNames.join(' ');

/**
 * Paths of the OAuth server. `authorization` belongs to the address of the sign-in pages (`authUrl`), the other paths
 * to the address of the API (`apiHost`).
 */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/api/oauth/token',
  registration: '/api/oauth/register',
  revocation: '/api/oauth/revoke',
  jwks: '/api/oauth/jwks',
  discovery: '/.well-known/oauth-authorization-server',
} as const;

/**
 * Name of the cookie that identifies one authorization from its first request until the code is sent to the client.
 * A new authorization ignores the cookie of an earlier one.
 */
export const FLOW_COOKIE = 'framemill_oauth';

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SEC = 3_600;
/** Lifetime of a refresh token, in seconds (90 days). */
export const REFRESH_TOKEN_SEC = 90 * 86_400;

/**
 * Creates the OAuth 2 server of the service.
 * It supports the authorization code flow with PKCE (S256), public clients, opaque tokens, and refresh tokens that
 * rotate. Reuse of a refresh token after 10 s ends its grant. To sign in and to consent, users are redirected to
 * `/oauth/interaction/<uid>`.
 */
export function createOauthProvider(deps: ConsoleServices, secrets: OauthSecrets): Provider {
  const provider = new Provider(deps.apiHost, configuration(deps, secrets));
  // Registration evaluates this before `clientDefaults` apply, and would issue a client secret that is never used.
  Object.assign(provider.Client, { needsSecret: () => false });
  // Addresses are built from forwarded headers. `install-oauth.ts` sets them; clients cannot.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    // The server allows every origin to read metadata and errors, but browser scripts of other origins need no access.
    ctx.remove('Access-Control-Allow-Origin');
    ctx.remove('Access-Control-Expose-Headers');
    if (ctx.path === oauthPaths.discovery && ctx.status === 200) completeDiscovery(ctx, deps.authUrl);
  });
  replayRefreshes(provider, deps.redis, deps.log);
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'the OAuth server failed'));
  return provider;
}

function configuration(deps: ConsoleServices, secrets: OauthSecrets): Configuration {
  const { database, apiHost } = deps;
  const documents = clientDocuments(deps);
  return {
    adapter: (kind) => recordAdapter(database, kind),
    routes: {
      authorization: oauthPaths.authorization,
      token: oauthPaths.token,
      registration: oauthPaths.registration,
      revocation: oauthPaths.revocation,
      jwks: oauthPaths.jwks,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: documents.feature,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiHost,
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, resource, { clientId }) {
          if (ctx.oidc.route === 'authorization') checkScopes(ctx, await ceilingOf(database, clientId));
          const audience = ownResource(apiHost, resource);
          if (audience === null) throw new errors.InvalidTarget();
          // The pending interaction, and later the code, store the resource in this normalised spelling.
          spellResource(ctx, apiHost);
          return { scope: resourceScopes, audience, accessTokenFormat: 'opaque' };
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/oauth/interaction/${uid}`, policy: askingPolicy() },
    findAccount: async (ctx, id) => {
      // Token requests run this before their resource is compared exactly with that of the code or refresh token.
      spellResource(ctx, apiHost);
      const account = await database.client.account.findUnique({ where: { id }, select: { id: true } });
      return account ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    // Every authorization has its own grant, which no other authorization can extend.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    scopes: scopeNames,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: publicClient,
    extraClientMetadata: {
      properties: ['redirect_uris', 'client_name'],
      validator: (_ctx, name, value) => {
        if (name === 'client_name') return checkClientName(value);
        for (const uri of Array.isArray(value) ? value : []) {
          const problem = redirectUriProblem(String(uri));
          if (problem !== null) throw invalidRedirectUri(`${String(uri).slice(0, 100)} ${problem}`);
        }
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // By default the scope `offline_access` is required, which this service does not have.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SEC,
      AuthorizationCode: 60,
      RefreshToken: REFRESH_TOKEN_SEC,
      // Until the first refresh token is issued, which extends the grant to its own expiry.
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
    cookies: {
      keys: secrets.cookieKeys,
      names: { session: FLOW_COOKIE, interaction: 'framemill_asking', resume: 'framemill_resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: '/oauth' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    jwks: secrets.jwks,
    clientBasedCORS: () => false,
    // Dynamically registered clients may list other URLs to be fetched. None of them is needed here.
    fetch: documents.fetch,
    renderError: async (ctx, out) => {
      ctx.type = 'html';
      ctx.body = errorPage('This app could not be connected', out.error_description ?? out.error);
    },
  };
}

function checkClientName(name: unknown): void {
  const problem = typeof name === 'string' ? appNameProblem(name) : null;
  if (problem !== null) throw new errors.InvalidClientMetadata(`client_name ${problem}`);
}

// The constructor ignores its description argument, contrary to its type.
function invalidRedirectUri(description: string): errors.InvalidRedirectUri {
  return Object.assign(new errors.InvalidRedirectUri(), { error_description: description });
}

// All scopes belong to a resource. The check for OpenID scopes would ask for them again without end.
function askingPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('op_scopes_missing');
  return policy;
}

/** Returns the scopes that an app may be granted; null for a client that registered itself. */
async function ceilingOf({ client }: Database, clientId: string): Promise<string[] | null> {
  const app = await client.app.findUnique({ where: { id: clientId }, select: { scopes: true } });
  return app?.scopes ?? null;
}

/**
 * Throws `invalid_scope` unless at least one scope is requested, all are known, and at least one may be granted.
 * The OAuth server sends this error to the client.
 */
function checkScopes(ctx: KoaContextWithOIDC, ceiling: string[] | null): void {
  const scope = ctx.oidc.params?.scope;
  const names = typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
  if (names.length === 0) throw new errors.InvalidScope(`scope is required; there are: ${scopeNames.join(' ')}`, '');
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope does not exist', unknown);
  if (ceiling !== null && !names.some((name) => ceiling.includes(name))) {
    throw new errors.InvalidScope('the app may not be granted any of the requested scopes', names.join(' '));
  }
}

/**
 * Replaces equivalent spellings of the API's address in the `resource` parameter by the normalised one. Other resources
 * stay unchanged and are refused later.
 */
function spellResource({ oidc: { params } }: KoaContextWithOIDC, apiHost: string): void {
  if (params?.resource === undefined) return;
  const spelt = (value: unknown) => (typeof value === 'string' ? (ownResource(apiHost, value) ?? value) : value);
  params.resource = Array.isArray(params.resource) ? params.resource.map(spelt) : spelt(params.resource);
}

function completeDiscovery(ctx: { body: unknown }, authUrl: string): void {
  if (typeof ctx.body !== 'object' || ctx.body === null) return;
  ctx.body = {
    ...ctx.body,
    authorization_endpoint: authUrl + oauthPaths.authorization,
    scopes_supported: scopeNames,
    revocation_endpoint_auth_methods_supported: ['none'],
  };
}

/**
 * Returns the public address of the service when `resource` denotes the API or its MCP server; null otherwise.
 * Access tokens are issued for this address (RFC 8707), because both have the same routes and scopes. Equivalent
 * spellings are accepted (RFC 3986 6.2: a slash after the host, the host in capitals, the default port).
 */
function ownResource(apiHost: string, resource: string): string | null {
  const href = URL.parse(resource)?.href;
  return href === new URL(apiHost).href || href === new URL(mcpPath, apiHost).href ? apiHost : null;
}

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

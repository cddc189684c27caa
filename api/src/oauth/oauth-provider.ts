import type { Database } from '@framemill/infra';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { appNameProblem } from '../apps/app-name.ts';
import { redirectUriProblem } from '../apps/redirect-uri.ts';
import { isScope, scopeNames } from '../auth/scopes.ts';
import type { ConsoleServices } from '../deps.ts';
import { publicClient } from './app-client.ts';
import { clientDocuments } from './client-documents.ts';
import type { OauthSecrets } from './oauth-secrets.ts';
import { errorPage } from './pages/error-page.ts';
import { recordAdapter } from './record-adapter.ts';
import { replayRefreshes } from './refresh-replay.ts';
import { ownResource, resourceScopes } from './resources.ts';

/** Paths of the OAuth server; `pages` are below the address of the sign-in pages, the rest below the API's. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/api/oauth/token',
  registration: '/api/oauth/register',
  revocation: '/api/oauth/revoke',
  jwks: '/api/oauth/jwks',
  discovery: '/.well-known/oauth-authorization-server',
} as const;

/** Cookie of one authorization from its first request to the code; the next one begins without it. */
export const FLOW_COOKIE = 'framemill_oauth';

/** Life of an access token and of a refresh token, in seconds. */
export const ACCESS_TOKEN_SEC = 3_600;
/** How long a refresh token is valid, in seconds: 90 days. */
export const REFRESH_TOKEN_SEC = 90 * 86_400;

/**
 * The OAuth 2 server of a service: authorization code with PKCE (S256), public clients, opaque tokens, refresh tokens that
 * rotate and whose reuse after 10 s ends the grant. Signs nobody in by itself: it sends people to `/oauth/interaction/<uid>`.
 */
export function createOauthProvider(deps: ConsoleServices, secrets: OauthSecrets): Provider {
  const provider = new Provider(deps.apiHost, configuration(deps, secrets));
  // Registration asks this of the bare request, before `clientDefaults`, and would hand out a secret that opens nothing.
  Object.assign(provider.Client, { needsSecret: () => false });
  // Addresses are made from forwarded headers, which `mount-provider.ts` sets and clients cannot.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    // The server opens metadata and errors to every origin; browsers have no business on this host.
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
          // What waits for the person's consent, and the code after it, name the resource as it is spelt here.
          spellResource(ctx, apiHost);
          return { scope: resourceScopes, audience, accessTokenFormat: 'opaque' };
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/oauth/interaction/${uid}`, policy: askingPolicy() },
    findAccount: async (ctx, id) => {
      // Token requests come by here before their resource is compared, to the letter, with that of the code or refresh token.
      spellResource(ctx, apiHost);
      const account = await database.client.account.findUnique({ where: { id }, select: { id: true } });
      return account ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    // Every authorization has a grant of its own, which nothing else can widen.
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
    // The default wants the scope offline_access, which is none of ours.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SEC,
      AuthorizationCode: 60,
      RefreshToken: REFRESH_TOKEN_SEC,
      // Until the first refresh token, which keeps it as long as itself.
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
    // Whoever registers itself may name other addresses to be read here. Nothing of ours needs them.
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

// The class itself ignores a text that it is made with, against its type.
function invalidRedirectUri(description: string): errors.InvalidRedirectUri {
  return Object.assign(new errors.InvalidRedirectUri(), { error_description: description });
}

// All scopes are scopes of a resource; the check of those that are not would ask for them again for ever.
function askingPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('op_scopes_missing');
  return policy;
}

/** The scopes that an app may have; null for a client that registered itself. */
async function ceilingOf({ client }: Database, clientId: string): Promise<string[] | null> {
  const app = await client.app.findUnique({ where: { id: clientId }, select: { scopes: true } });
  return app?.scopes ?? null;
}

/**
 * Throws `invalid_scope`, which the client is told, unless at least one scope is asked for, all are known, and the person
 * could allow one of them.
 */
function checkScopes(ctx: KoaContextWithOIDC, ceiling: string[] | null): void {
  const scope = ctx.oidc.params?.scope;
  const names = typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
  if (names.length === 0) throw new errors.InvalidScope(`scope is required; there are: ${scopeNames.join(' ')}`, '');
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope does not exist', unknown);
  if (ceiling !== null && !names.some((name) => ceiling.includes(name))) {
    throw new errors.InvalidScope('the app may have none of the requested scopes', names.join(' '));
  }
}

/** Gives the API's own resource its one spelling in the parameters of a request; others stay, to be refused. */
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

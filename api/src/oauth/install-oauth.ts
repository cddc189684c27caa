import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { statusOf } from '../http/error-catalog.ts';
import { putRetryAfter, toFramemillError } from '../http/error-reply.ts';
import { admit, type Bucket, createLimiter } from '../limiter/limiter.ts';
import { mcpPath } from '../mcp/mcp-guard.ts';
import { toolScopes } from '../mcp/tool-lists.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { installAccountPages } from './connections.ts';
import { installInteractionPages } from './interaction-pages.ts';
import { createOauthProvider, FLOW_COOKIE, oauthPaths, protectedResource } from './oauth-provider.ts';
import { loadOauthSecrets } from './oauth-secrets.ts';
import { errorPage, STYLE_PATH, sendPage, style } from './pages.ts';

/**
 * Rate limit of one network for the OAuth endpoints, per 60 s.
 * A server with many users requests tokens from one address.
 */
const TOKEN_LIMIT: Bucket = { name: 'oauth', limit: 600 };

const REGISTER_LIMIT: Bucket = { name: 'oauth_register', limit: 20 };

/** Rate limit of one network for the OAuth pages, per 60 s. */
const PAGE_LIMIT = { name: 'oauth_pages', limit: 600 };

/** Installs the OAuth server and its pages in the application. Needs the cookie plugin. */
export async function installOauth(app: FastifyInstance, deps: ConsoleServices): Promise<void> {
  const provider = createOauthProvider(deps, await loadOauthSecrets(deps));
  const limiter = createLimiter(deps.redis);
  mountProvider(app, provider, deps);
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16_000 });
    scope.setErrorHandler(async (cause, request, reply) => {
      const error = toFramemillError(cause);
      const status = statusOf(error.code, error.details);
      if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'failed');
      putRetryAfter(reply, error);
      return sendPage(reply.code(status), errorPage('That did not work', error.message));
    });
    scope.addHook('onRequest', (request) => admit(limiter, clientNetwork(request.ip), PAGE_LIMIT, deps.metrics));
    scope.addHook(
      'preParsing',
      meterBodies(deps.transfers, ({ ip }) => clientNetwork(ip)),
    );
    scope.get(STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    );
    installInteractionPages(scope, provider, deps);
    installAccountPages(scope, deps);
  });
}

/** Installs the OAuth server's endpoints, and the metadata of the API as a protected resource. */
function mountProvider(app: FastifyInstance, provider: Provider, deps: ConsoleServices): void {
  const { apiHost, authUrl } = deps;
  const limiter = createLimiter(deps.redis);
  const callback = provider.callback();

  const limit = (bucket: Bucket) => (request: FastifyRequest) =>
    admit(limiter, clientNetwork(request.ip), bucket, deps.metrics);
  const begin = (publicUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    forgetLastFlow(request);
    await offloader(publicUrl)(request, reply);
  };
  const offloader = (publicUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    // The OAuth server reads the body and writes the response itself, so Fastify must do neither.
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    pretendAddresses(request, publicUrl);
    await callback(request.raw, reply.raw);
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const schema = { hide: true };
    const machine = { schema, onRequest: limit(TOKEN_LIMIT) };
    scope.get(oauthPaths.discovery, { schema }, offloader(apiHost));
    scope.get(oauthPaths.jwks, { schema }, offloader(apiHost));
    scope.post(oauthPaths.token, machine, offloader(apiHost));
    scope.post(oauthPaths.revocation, machine, offloader(apiHost));
    scope.post(oauthPaths.registration, { schema, onRequest: limit(REGISTER_LIMIT) }, offloader(apiHost));
    scope.get(oauthPaths.authorization, machine, begin(authUrl));
    scope.post(oauthPaths.authorization, machine, begin(authUrl));
    scope.get(`${oauthPaths.authorization}/:uid`, machine, offloader(authUrl));
  });
  app.get('/.well-known/oauth-protected-resource', { schema: { hide: true } }, () => protectedResource(apiHost));
  const mcpMetadata = `/.well-known/oauth-protected-resource${mcpPath}`;
  app.get(mcpMetadata, { schema: { hide: true } }, () => protectedResource(apiHost, mcpPath, toolScopes()));
}

// The server builds absolute addresses from these headers and reads the client's address from the last one. Values set
// by a client or an outer proxy must not get into them.
function pretendAddresses(request: FastifyRequest, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  const { headers } = request.raw;
  headers.host = host;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  headers['x-forwarded-for'] = request.ip;
}

// The OAuth server would reuse the account of the last authorization. Only the console's session may determine it.
function forgetLastFlow({ raw: { headers } }: FastifyRequest): void {
  const cookies = headers.cookie?.split('; ') ?? [];
  headers.cookie = cookies.filter((pair) => !pair.startsWith(FLOW_COOKIE)).join('; ');
}

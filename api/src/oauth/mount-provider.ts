import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { mcpPath } from '../http/mcp-path.ts';
import { admit } from '../limiter/admit.ts';
import { type Bucket, createLimiter } from '../limiter/limiter.ts';
import { toolScopes } from '../mcp/tool-lists.ts';
import { FLOW_COOKIE, oauthPaths } from './oauth-provider.ts';
import { protectedResource } from './resources.ts';

/**
 * Rate limit of one network for the OAuth endpoints, per 60 s.
 * A server with many users requests tokens from one address.
 */
const TOKEN_LIMIT: Bucket = { name: 'oauth', limit: 600 };
const REGISTER_LIMIT: Bucket = { name: 'oauth_register', limit: 20 };

/** Installs the OAuth server's endpoints, and the metadata of the API as a protected resource. */
export function mountProvider(app: FastifyInstance, provider: Provider, deps: ConsoleServices): void {
  const { apiHost, authUrl } = deps;
  const limiter = createLimiter(deps.redis);
  const callback = provider.callback();

  const limit = (bucket: Bucket) => (request: FastifyRequest) =>
    admit(limiter, clientNetwork(request.ip), bucket, deps.metrics);
  const begin = (publicUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    forgetLastFlow(request);
    await handOver(publicUrl)(request, reply);
  };
  const handOver = (publicUrl: string) => async (request: FastifyRequest, reply: FastifyReply) => {
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
    scope.get(oauthPaths.discovery, { schema }, handOver(apiHost));
    scope.get(oauthPaths.jwks, { schema }, handOver(apiHost));
    scope.post(oauthPaths.token, machine, handOver(apiHost));
    scope.post(oauthPaths.revocation, machine, handOver(apiHost));
    scope.post(oauthPaths.registration, { schema, onRequest: limit(REGISTER_LIMIT) }, handOver(apiHost));
    scope.get(oauthPaths.authorization, machine, begin(authUrl));
    scope.post(oauthPaths.authorization, machine, begin(authUrl));
    scope.get(`${oauthPaths.authorization}/:uid`, machine, handOver(authUrl));
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

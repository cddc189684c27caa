import { FramemillError } from '@framemill/timeline';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, requireApiAccess } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { CredentialDirectory } from '../auth/credential-directory.ts';
import type { ApiDeps } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { type Limiter, WINDOW_SEC } from '../limiter/limiter.ts';
import { mcpPath } from '../oauth/resources.ts';
import type { InnerCalls } from '../routing/inner-calls.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ToolContext } from './tool.ts';
import { createToolLists } from './tool-lists.ts';

/** Most messages of one request, in the versions of the protocol that have batches. */
const MAX_BATCH = 10;
const MAX_BODY_BYTES = 4_000_000;

/** What the server shares with the routes. */
export interface McpParts {
  directory: CredentialDirectory;
  limiter: Limiter;
  inner: InnerCalls;
}

/** Makes the server of one request. `query` is that of its address; `context` is null where nobody calls. */
export type MakeServer = (
  query: URLSearchParams,
  context: Omit<ToolContext, 'progress'> | null,
) => ReturnType<McpServerFactory>;

function framemillServer(): MakeServer {
  const lists = createToolLists();
  return (query, context) => createMcpServer(query.get('tools') === 'core' ? lists.core : lists.all, context);
}

/**
 * Serves MCP at `/api/mcp`: 88 tools, or 14 with `?tools=core`. API keys need a plan with `api_access`; OAuth tokens work on
 * every plan. A request counts once against the rate limit, and once more for each `tools/call` after its first.
 */
export function installMcp(
  app: FastifyInstance,
  deps: ApiDeps,
  { directory, limiter, inner }: McpParts,
  makeServer: MakeServer = framemillServer(),
): void {
  const callers = new WeakMap<object, Caller>();
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const query = requestInfo ? new URL(requestInfo.url).searchParams : new URLSearchParams();
      const caller = authInfo ? callers.get(authInfo) : undefined;
      return makeServer(query, caller ? { app, deps, caller, inner } : null);
    },
    { onerror: (error) => deps.log.warn({ err: error }, 'mcp') },
  );
  const serve = toNodeHandler(handler, { onerror: (error) => deps.log.error({ err: error }, 'mcp') });
  app.addHook('onClose', () => handler.close());

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    refuseForeignOrigin(request, deps.apiHost);
    const caller = await authenticate({ directory, apiHost: deps.apiHost }, request.headers.authorization);
    if (caller.credential.type === 'api_key') requireApiAccess(caller.plan);
    const bucket = { name: 'api_v1', limit: caller.requestsPerMinute };
    for (let calls = Math.max(1, toolCalls(request.body)); calls > 0; calls -= 1) {
      const { refusedBy, remaining, retryAfterSec } = await limiter.take(caller.limiterKey, [bucket]);
      reply.headers({
        'X-RateLimit-Limit': bucket.limit,
        'X-RateLimit-Remaining': remaining,
        'X-RateLimit-Reset': WINDOW_SEC,
      });
      if (!refusedBy) continue;
      reply.header('Retry-After', retryAfterSec);
      deps.metrics.rateLimited.inc({ bucket: 'api_v1' });
      throw new FramemillError(
        'rate_limited',
        `At most ${bucket.limit} calls in ${WINDOW_SEC} s. Try again in ${retryAfterSec} s.`,
      );
    }
    return caller;
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, text, done) => {
        try {
          done(null, JSON.parse(String(text)));
        } catch {
          done(null, undefined);
        }
      },
    );
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: mcpPath,
      schema: { hide: true },
      preParsing: meterBodies(deps.transfers, ({ ip }) => clientNetwork(ip)),
      async handler(request, reply) {
        if (Array.isArray(request.body) && request.body.length > MAX_BATCH) {
          const message = `A batch has at most ${MAX_BATCH} messages (got ${request.body.length}).`;
          throw new FramemillError('invalid_request', message);
        }
        const caller = await admit(request, reply);
        const { credential } = caller;
        const clientId = credential.keyId ?? credential.appId ?? 'oauth';
        const auth = { token: '', clientId, scopes: [...credential.scopes] };
        callers.set(auth, caller);
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        await serve(Object.assign(request.raw, { auth }), reply.raw, request.body);
        return reply;
      },
    });
  });
}

/** A page of another site must not call in the name of whoever looks at it. Programs send no `Origin`. */
function refuseForeignOrigin({ headers: { origin } }: FastifyRequest, apiHost: string): void {
  if (origin === undefined || origin === new URL(apiHost).origin) return;
  throw new FramemillError('insufficient_scope', 'Pages of other sites may not call this server.', {
    scope: null,
    granted: [],
  });
}

function toolCalls(body: unknown): number {
  return [body].flat().filter((message) => (message as { method?: unknown } | null)?.method === 'tools/call').length;
}

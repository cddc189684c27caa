import { FramemillError } from '@framemill/timeline';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { admit as count } from '../limiter/admit.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { mcpPath } from '../oauth/resources.ts';
import type { HandOver } from '../routing/hand-over.ts';
import type { InnerCalls } from '../routing/inner-calls.ts';
import type { OwnTurn } from '../routing/own-turns.ts';
import { LIGHT_BODY, TooHeavy, unitsOf } from '../threads/too-heavy.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ToolContext } from './tool.ts';
import { createToolLists } from './tool-lists.ts';

/** Most messages of one request, in the versions of the protocol that have batches. */
const MAX_BATCH = 10;
const MAX_BODY_BYTES = 4_000_000;

/** What the server works with. */
export interface McpParts {
  deps: ApiDeps;
  limiter: Limiter;
  inner: InnerCalls;
  ownTurn: OwnTurn;
  /** Lets a caller in, before the body is read, and counts one call. Throws what the gate of routes throws. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** The way to the threads; null in one of them. */
  handOver: HandOver | null;
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
 * every plan. A request counts once against the rate limit, and once more for each `tools/call` after its first. A thread
 * answers what is long, has several calls, or turns out to be heavy.
 */
export function installMcp(
  app: FastifyInstance,
  { deps, limiter, inner, ownTurn, admit, handOver }: McpParts,
  makeServer: MakeServer = framemillServer(),
): void {
  const calls = new WeakMap<object, { caller: Caller; giveUp: (reason: TooHeavy) => void }>();
  const handler = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const query = requestInfo ? new URL(requestInfo.url).searchParams : new URLSearchParams();
      const call = authInfo ? calls.get(authInfo) : undefined;
      return makeServer(query, call ? { app, deps, inner, limiter, ...call } : null);
    },
    { onerror: (error) => deps.log.warn({ err: error }, 'mcp') },
  );
  app.addHook('onClose', () => handler.close());

  /** The answer once it has begun. Throws `TooHeavy` when a tool gives up before. */
  async function serve(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<Response> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const heavy = Promise.withResolvers<never>();
    const { credential } = caller;
    const authInfo = {
      ...{ token: '', clientId: credential.keyId ?? credential.appId ?? 'oauth', scopes: [...credential.scopes] },
    };
    calls.set(authInfo, { caller, giveUp: heavy.reject });
    const asked = new Request(new URL(request.url, deps.apiHost), {
      method: request.method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
      signal: gone.signal,
      ...(request.method === 'POST' ? { body: JSON.stringify(request.body) ?? '' } : {}),
    });
    const answer = handler.fetch(asked, { authInfo, parsedBody: request.body }).then(begun);
    return Promise.race([answer, heavy.promise]).catch((error: unknown) => {
      gone.abort();
      throw error;
    });
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (request, bytes, done) => {
        if (handOver && bytes.length > LIGHT_BODY) {
          request.longBody = Buffer.from(bytes);
          return done(null, undefined);
        }
        try {
          done(null, JSON.parse(bytes.toString()));
        } catch {
          done(null, undefined);
        }
      },
    );
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: mcpPath,
      schema: { hide: true },
      async onRequest(request, reply) {
        request.pass = { caller: await admit(request, reply), alongside: null };
      },
      preParsing: meterBodies(deps.transfers, ({ pass }) => pass?.caller.accountId ?? ''),
      async handler(request, reply) {
        const { pass, body } = request;
        if (!pass) throw new Error('The MCP server was reached around its gate.');
        // To list the tools takes 2 ms.
        await ownTurn(pass.caller.accountId);
        if (Array.isArray(body) && body.length > MAX_BATCH) {
          const message = `A batch has at most ${MAX_BATCH} messages (got ${body.length}).`;
          throw new FramemillError('invalid_request', message);
        }
        const further = Math.max(0, toolCalls(body) - 1);
        try {
          if (handOver && request.longBody)
            throw new TooHeavy(unitsOf({ clips: 0, characters: request.longBody.length }));
          // All or none of them run here: nothing is run twice.
          if (handOver && further > 0) throw new TooHeavy(further + 1);
          const bucket = { name: 'api_v1', limit: pass.caller.requestsPerMinute };
          for (let left = further; left > 0; left -= 1)
            await count(limiter, pass.caller.limiterKey, bucket, deps.metrics);
          return reply.send(await serve(request, reply, pass.caller));
        } catch (error) {
          if (!(error instanceof TooHeavy) || !handOver) throw error;
          return handOver.answer(request, reply, pass, error.units);
        }
      },
    });
  });
}

/** The answer after the first piece of its body has come: until then it can still be dropped. */
async function begun(answer: Response): Promise<Response> {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  let next: ReturnType<typeof reader.read> | null = Promise.resolve(await reader.read());
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (next ?? reader.read());
      next = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

function toolCalls(body: unknown): number {
  return [body].flat().filter((message) => (message as { method?: unknown } | null)?.method === 'tools/call').length;
}

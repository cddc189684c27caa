import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { CostLimitExceeded, MAIN_LIMITS, unitsOf } from '../limiter/cost-limits.ts';
import { admit as count, type Limiter } from '../limiter/limiter.ts';
import type { InnerCalls } from '../routing/inner-calls.ts';
import type { Offloader } from '../routing/offload.ts';
import { callCost } from '../threads/call-length.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { CHUNK_BYTES } from '../transfers/transfers.ts';
import type { FairTurn } from '../turns/account-turns.ts';
import type { ClientQuestions } from './client-questions.ts';
import { mcpPath } from './mcp-guard.ts';
import { createMcpServer } from './mcp-server.ts';
import { forwardMessages } from './session-messages.ts';
import type { McpSession, McpSessions } from './sessions.ts';
import type { ToolContext } from './tool.ts';
import { createToolLists } from './tool-lists.ts';

/** Maximum messages of one request, in protocol versions with batches. */
const MAX_BATCH = 10;
const MAX_BODY_BYTES = 4_000_000;
const SESSION_HEADER = 'mcp-session-id';

/** Dependencies of the MCP server. */
export interface McpParts {
  deps: ApiDeps;
  limiter: Limiter;
  inner: InnerCalls;
  fairTurn: FairTurn;
  /**
   * Authenticates the caller before the body is read, and counts one call against the rate limit. Throws the same
   * errors as for an API route.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** Moves expensive requests to worker threads. `null` on a worker thread. */
  offloader: Offloader | null;
  sessions: McpSessions;
  /** Sends questions to clients during a call. `null` on a worker thread, where a call cannot wait for an answer. */
  questions: ClientQuestions | null;
}

/** Caller and session of one request, and the function that moves the request to a worker thread. */
interface Call extends Pick<ToolContext, 'caller' | 'giveUp'> {
  session: McpSession | null;
}

/**
 * Function that creates the MCP server of one request. `query`: query parameters of the request's URL. `context`:
 * `null` if the request has no authenticated caller.
 */
export type MakeServer = (
  query: URLSearchParams,
  context: Omit<ToolContext, 'progress' | 'signal'> | null,
) => ReturnType<McpServerFactory>;

function framemillServer(): MakeServer {
  const lists = createToolLists();
  return (query, context) => createMcpServer(query.get('tools') === 'core' ? lists.core : lists.all, context);
}

/**
 * Serves MCP at `/api/mcp`: all tools, or the short list with `?tools=core`.
 * API keys need a plan with `api_access`; OAuth tokens work on every plan. A request counts once against the rate
 * limit, and once more for each `tools/call` after its first. A worker thread runs requests that are long, have several
 * calls, or turn out to be expensive. Clients of protocol versions before 2026-07-28 get a session token; the server
 * stores no session.
 */
export function installMcp(
  app: FastifyInstance,
  { deps, limiter, inner, fairTurn, admit, offloader, sessions, questions }: McpParts,
  makeServer: MakeServer = framemillServer(),
): void {
  const calls = new WeakMap<object, Call>();
  const handler = createMcpHandler(
    async ({ era, authInfo, requestInfo }) => {
      const query = requestInfo ? new URL(requestInfo.url).searchParams : new URLSearchParams();
      const call = authInfo ? calls.get(authInfo) : undefined;
      if (!call) return makeServer(query, null);
      const { session, ...who } = call;
      const server = await makeServer(query, { app, deps, inner, limiter, ...who });
      if (!questions || !session || era !== 'legacy') return server;
      const connect = server.connect.bind(server);
      const whose = { session, accountId: who.caller.accountId };
      server.connect = (transport) => questions.connect(connect, transport, whose);
      return server;
    },
    { onerror: (error) => deps.log.warn({ err: error }, 'mcp') },
  );
  // End open questions first: closing waits for the calls that wait for their answers.
  app.addHook('preClose', async () => questions?.close());
  app.addHook('onClose', () => handler.close());

  /**
   * Runs a request, and returns its response once the first part of the body is available.
   * Throws `CostLimitExceeded` when a tool needs a worker thread before that.
   */
  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, session }: Omit<Call, 'giveUp'>,
    cancelled: AbortSignal,
  ): Promise<Response> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    cancelled.addEventListener('abort', () => gone.abort(), { once: true });
    const heavy = Promise.withResolvers<never>();
    const { credential } = caller;
    const authInfo = {
      ...{ token: '', clientId: credential.keyId ?? credential.appId ?? 'oauth', scopes: [...credential.scopes] },
    };
    let hasBegun = false;
    const giveUp = (reason: CostLimitExceeded) => {
      heavy.reject(reason);
      return !hasBegun;
    };
    calls.set(authInfo, { caller, session, giveUp });
    const asked = new Request(new URL(request.url, deps.apiHost), {
      method: request.method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
      signal: gone.signal,
      ...(request.method === 'POST' ? { body: JSON.stringify(request.body) ?? '' } : {}),
    });
    const answer = handler
      .fetch(asked, { authInfo, parsedBody: request.body })
      .then(begun)
      .finally(() => {
        hasBegun = true;
      });
    const first = await Promise.race([answer, heavy.promise]).catch((error: unknown) => {
      gone.abort();
      throw error;
    });
    if (first.ok && isInitializeRequest(request.body)) {
      first.headers.set(SESSION_HEADER, await sessions.open(caller, request.body.params));
    }
    return first;
  }

  /**
   * Returns the session whose token is in the request's headers. Returns `null` when there is no token, or when the
   * request starts a new session. Throws `NoSession` for an invalid token.
   */
  async function sessionOf({ headers, body }: FastifyRequest, caller: Caller): Promise<McpSession | null> {
    const token = headers[SESSION_HEADER];
    if (token === undefined || isInitializeRequest(body)) return null;
    const session = await sessions.read(caller, String(token));
    if (session === null) throw new NoSession();
    return session;
  }

  /**
   * Aborts `cancelled` when the client cancels its tool call. The cancellation may arrive at any process of the
   * service.
   */
  function hearCancel(reply: FastifyReply, session: McpSession, body: unknown, cancelled: AbortController): void {
    const [message] = [body].flat();
    if (!questions || !isJSONRPCRequest(message) || message.method !== 'tools/call') return;
    const stop = questions.hearCancel(session, message.id, () =>
      cancelled.abort(new FramemillError('invalid_request', 'The call was cancelled.')),
    );
    finished(reply.raw, stop);
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (request, bytes, done) => {
        if (offloader && bytes.length > MAIN_LIMITS.bodyBytes) {
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
        if (!pass) throw new Error('The MCP server received a request that was not authenticated.');
        // Listing the tools takes 2 ms.
        await fairTurn(pass.caller.accountId);
        if (Array.isArray(body) && body.length > MAX_BATCH) {
          const message = `The batch has ${body.length} messages, but at most ${MAX_BATCH} are allowed. Split it.`;
          throw new FramemillError('invalid_request', message);
        }
        const further = Math.max(0, toolCalls(body) - 1);
        const cancelled = new AbortController();
        try {
          const session = await sessionOf(request, pass.caller);
          if (offloader && request.longBody)
            throw new CostLimitExceeded(unitsOf({ characters: request.longBody.length }));
          // Either all or none of the calls run here, so that no call runs twice.
          if (offloader && further > 0) throw new CostLimitExceeded(further + 1);
          const bucket = { name: 'api_v1', limit: pass.caller.requestsPerMinute };
          for (let left = further; left > 0; left -= 1)
            await count(limiter, pass.caller.limiterKey, bucket, deps.metrics);
          if (session) {
            const { isAll, problem } = await forwardMessages(deps.redis, session, body);
            if (problem !== null) return reply.code(400).send(refusal(-32_600, problem));
            if (isAll) return reply.code(202).send();
          }
          if (session && further === 0) hearCancel(reply, session, body, cancelled);
          return reply.send(await serve(request, reply, { caller: pass.caller, session }, cancelled.signal));
        } catch (error) {
          if (error instanceof NoSession) {
            const problem = 'The session is unknown or has expired. Send initialize without a session id.';
            return reply.code(404).send(refusal(-32_001, problem));
          }
          if (!(error instanceof CostLimitExceeded) || !offloader) throw error;
          return offloader.answer(request, reply, pass, callCost(error.units), cancelled.signal);
        }
      },
    });
  });
}

/** Waits for the first chunk of a response's body, and returns the response. Until then it can still be discarded. */
async function begun(answer: Response): Promise<Response> {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  let rest = (await reader.read()).value;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      rest ??= (await reader.read()).value;
      if (rest === undefined) return controller.close();
      // A write of several megabytes counts as progress only when its last byte is sent, so a slow reader would be
      // disconnected.
      controller.enqueue(rest.subarray(0, CHUNK_BYTES));
      rest = rest.length > CHUNK_BYTES ? rest.subarray(CHUNK_BYTES) : undefined;
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

/** Error for a session token that is forged, expired, or was issued to another credential. */
class NoSession extends Error {}

/** Builds the response body of a JSON-RPC error. */
function refusal(code: number, message: string) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

function toolCalls(body: unknown): number {
  return [body].flat().filter((message) => (message as { method?: unknown } | null)?.method === 'tools/call').length;
}

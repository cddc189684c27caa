import { withinTrace } from '@framemill/infra';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { installErrorReplies } from '../http/error-reply.ts';
import { installJsonBody } from '../http/json-body.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { installMcp } from '../mcp/install-mcp.ts';
import { loadMcpSessions } from '../mcp/sessions.ts';
import { installThreadVideos } from '../player/player-addresses.ts';
import { routes } from '../routes/index.ts';
import { createInnerGuard } from '../routing/guard.ts';
import { createInnerCalls } from '../routing/inner-calls.ts';
import { canonicalUrl, LONGEST_BODY_BYTES } from '../routing/register-routes.ts';
import { installBotStages } from '../telegram/stage-in-thread.ts';
import type { ThreadAnswer, ThreadTask } from '../threads/thread-task.ts';
import type { ThreadDeps } from './thread-deps.ts';

/** Header with the id of the task that a call belongs to. Only code of this worker thread sends calls with it. */
const TASK = 'x-task';

/**
 * Creates the function that answers the calls sent to a worker thread, using the API's routes and its MCP server. The
 * main thread has already authenticated each call and checked its limits, so the routes do not repeat this.
 */
export async function createThreadApp(
  deps: ThreadDeps,
): Promise<(id: number, task: ThreadTask, gone: AbortSignal) => Promise<ThreadAnswer>> {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const tasks = new Map<string, { task: ThreadTask; gone: AbortSignal }>();
  const taskOf = (headers: Record<string, unknown>) => {
    const found = tasks.get(String(headers[TASK]));
    if (!found) throw new Error(`The worker thread has no task ${String(headers[TASK])}.`);
    return found.task;
  };
  const inner = createInnerCalls();
  const limiter = createLimiter(deps.redis);
  let innerCalls = 0;
  const app = Fastify({
    loggerInstance,
    // Calls from the MCP server to the routes have no task of their own.
    genReqId: ({ headers }) => tasks.get(String(headers[TASK]))?.task.requestId ?? `inner_${++innerCalls}`,
    routerOptions: { maxParamLength: 2_000 },
  });
  installErrorReplies(app, deps.apiHost);
  installJsonBody(app);
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  const requestCounter = { count: () => undefined, flush: async () => undefined, close: async () => undefined };
  const services = { ...deps, limiter, requestCounter, requestLog: { flush: async () => undefined } };
  app.decorateRequest('pass', null);
  app.addHook('onRequest', async ({ headers }, { raw }) => {
    // Destroy the request when its caller disconnects, as a closed socket would.
    tasks.get(String(headers[TASK]))?.gone.addEventListener('abort', () => raw.destroy(), { once: true });
  });
  for (const route of routes) {
    if (route.consumes) continue;
    const guard = createInnerGuard(route, { limiter, inner });
    const handler = route.handler(services);
    app.route({
      method: route.method,
      url: `/v1${route.path}`,
      bodyLimit: LONGEST_BODY_BYTES,
      async handler(request, reply) {
        const pass = (await guard(request)) ?? { caller: taskOf(request.headers).caller, alongside: null };
        return handler(request, reply, pass);
      },
    });
  }
  installMcp(app, {
    ...{ deps, limiter, inner, fairTurn: async () => undefined },
    admit: async ({ headers }) => taskOf(headers).caller,
    // A thread answers every call itself.
    offloader: null,
    sessions: await loadMcpSessions(deps),
    // A thread only computes and must not wait for a person.
    questions: null,
  });
  installBotStages(app, deps, ({ headers }) => taskOf(headers).caller);
  installThreadVideos(app, deps);
  await app.ready();

  return (id, task, gone) =>
    deps.task.run(id, () =>
      withinTrace(task.trace, async () => {
        const name = String(id);
        tasks.set(name, { task, gone });
        try {
          const { statusCode, headers, rawPayload } = await app.inject({
            method: task.method as 'GET',
            url: canonicalUrl(task.url),
            headers: {
              ...task.headers,
              [TASK]: name,
              ...(task.body === null ? {} : { 'content-type': 'application/json' }),
            },
            ...(task.body === null ? {} : { payload: Buffer.from(task.body) }),
          });
          return { status: statusCode, headers: answerHeaders(headers), body: ownBytes(rawPayload) };
        } finally {
          tasks.delete(name);
        }
      }),
    );
}

/** Returns the headers that the route itself set. The main thread adds the headers that every answer has. */
function answerHeaders(headers: Record<string, unknown>): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

const OF_THE_CONNECTION = new Set(['date', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/**
 * Copies bytes to a separate buffer, which can be transferred to another thread. Node stores small buffers in a shared
 * pool, which cannot be transferred.
 */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return new Uint8Array(buffer);
  return new Uint8Array(bytes);
}

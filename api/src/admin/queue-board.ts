import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { reportRedis } from '@framemill/infra';
import { knownQueues } from '@framemill/scheduler';
import { queueOptions } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { sendError } from '../http/error-reply.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';

/** Path of the operators' queue page. */
export const queueBoardPath = '/admin/queues';

/**
 * Interval, in ms, at which the list of queues is read again. It limits the cost of the page, which polls more often.
 */
const refreshMs = 5_000;

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/**
 * Matches the link to an external font server in Bull Board's page. It is removed, so that browsers use their own font.
 */
const foreignFonts = /<link href="https:\/\/[^>]*>/g;

/**
 * Serves Bull Board for the farm's queues to signed-in admins.
 * A browser without a session is redirected to sign in and returns afterwards; all other callers get the error of the
 * session check. The page is read-only, because jobs retried or removed there would not be recorded in the database.
 */
export async function installQueueBoard(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'database' | 'redis' | 'apiHost' | 'log'>,
  sessions: Pick<SessionGuard, 'admin'>,
): Promise<void> {
  const server = new FastifyAdapter();
  server.setBasePath(queueBoardPath);
  const board = createBullBoard({
    queues: [],
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Framemill queues' } },
  });
  const queues = openQueues(deps);

  await app.register(async (scope) => {
    // Errors are sent here, because Bull Board's own error handler does not use the contract's format.
    scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        await sessions.admin(request);
        refuseChanges(request);
        board.setQueues(await queues.current());
      } catch (error) {
        if (isUnauthorized(error) && isNavigation(request)) {
          const [path] = request.url.split('?');
          return reply.redirect(`/oauth/sign-in?next=${path}`, 303);
        }
        return sendError(reply, request, error, deps.apiHost);
      }
      reply.header('Content-Security-Policy', contentPolicy);
    });
    scope.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      return isPage && typeof payload === 'string' ? payload.replaceAll(foreignFonts, '') : payload;
    });
    scope.addHook('onClose', () => queues.close());
    await scope.register(server.registerPlugin(), { prefix: queueBoardPath });
  });
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof FramemillError && error.code === 'unauthorized';
}

/** Whether a request loads a page. Requests of the page's own script expect data instead. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

function refuseChanges({ method }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new FramemillError('invalid_request', 'The queue board is read-only. Use "npm run admin -- render" instead.');
}

/** Opens the current queues for Bull Board. The list is read again every `refreshMs`. */
function openQueues({ database, redis, log }: Pick<ApiDeps, 'database' | 'redis' | 'log'>) {
  const report = reportRedis(log, 'queue board');
  redis.on('ready', report.onReady);
  const open = new Map<string, { queue: Queue; adapter: BullMQAdapter }>();
  let names: string[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  function adapterOf(name: string): BullMQAdapter {
    const found = open.get(name);
    if (found) return found.adapter;
    const queue = new Queue(name, { ...queueOptions, connection: redis, skipWaitingForReady: true });
    queue.on('error', report.onError);
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false });
    open.set(name, { queue, adapter });
    return adapter;
  }

  return {
    async current(): Promise<BullMQAdapter[]> {
      if (performance.now() - lookedAtMs >= refreshMs) {
        names = await knownQueues({ redis, database });
        lookedAtMs = performance.now();
      }
      return names.map(adapterOf);
    },
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ queue }) => queue.close()));
    },
  };
}

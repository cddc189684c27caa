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
import type { SessionGate } from '../sessions/session-gate.ts';

/** Where operators see the queues. */
export const queueBoardPath = '/admin/queues';

/** The page asks every few seconds; engines come and go more seldom. */
const refreshMs = 5_000;

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Bull Board's page asks a font server for its typeface; without it the browser's own one is shown. */
const foreignFonts = /<link href="https:\/\/[^>]*>/g;

/**
 * Serves Bull Board over the farm's queues to signed-in admins. A browser in which nobody is signed in is sent to sign in and
 * comes back; everybody else gets the error of the session gate. It shows and changes nothing: a job that is retried or removed
 * by hand would not be in the attempt ledger.
 */
export async function installQueueBoard(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'database' | 'redis' | 'apiHost' | 'log'>,
  sessions: Pick<SessionGate, 'admin'>,
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
    // The hook answers by itself: errors would go to Bull Board's own handler, which knows no contract.
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

/** Whether somebody wants to look at a page; what the page's own script asks for is data. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

function refuseChanges({ method }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new FramemillError('invalid_request', 'The queues are only shown here. Use "npm run admin -- render" instead.');
}

/** The queues that matter now, as Bull Board takes them; looked up again every `refreshMs`. */
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

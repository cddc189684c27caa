import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { refuseUnstorable } from '../http/input.ts';
import { forgetTypeOfNoBody } from '../http/json-body.ts';
import { isIdLike } from '../ids.ts';
import { admit, createLimiter } from '../limiter/limiter.ts';
import type { SessionCaller } from '../sessions/session-guard.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import type { ConsoleRoute } from './define-console-route.ts';

/** Rate limit of one account for the console API, per 60 s. */
const CONSOLE_LIMIT = { name: 'console', limit: 120 };

/**
 * Rate limit of one account for the Studio's own routes, per 60 s.
 * It is higher because every page requests the session, and people open many pages.
 */
const STUDIO_LIMIT = { name: 'studio', limit: 600 };

/** Rate limit of one client network for routes without a session, per 60 s. */
const SIGN_IN_LIMIT = { name: 'console_door', limit: 60 };

/** Maximum size of a console route's request body, in bytes. */
const BODY_LIMIT_BYTES = 64_000;

/** Registers the console's routes. They accept sessions only; `Authorization` headers are ignored. */
export function registerConsoleRoutes(app: FastifyInstance, routes: ConsoleRoute[], deps: ConsoleServices): void {
  const limiter = createLimiter(deps.redis);
  const preParsing = meterBodies(deps.transfers, ({ session, ip }) => session?.accountId ?? clientNetwork(ip));
  for (const route of routes) {
    const handler = route.handler(deps);
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        request.session = await enter(route, request, deps);
        if (request.session) request.queryOwner.id = request.session.accountId;
        await (request.session
          ? admit(
              limiter,
              request.session.accountId,
              route.path.startsWith('/api/studio/') ? STUDIO_LIMIT : CONSOLE_LIMIT,
              deps.metrics,
            )
          : admit(limiter, clientNetwork(request.ip), SIGN_IN_LIMIT, deps.metrics));
        if (!route.waits) {
          finished(reply.raw, await deps.semaphore.enter(request.session?.accountId ?? clientNetwork(request.ip)));
        }
        forgetTypeOfNoBody(request);
      },
      preParsing,
      handler: (request, reply) => {
        refuseUnstorable('path', request.params);
        refuseImpossibleIds(request.params);
        reply.header('Cache-Control', 'no-store');
        return handler(request, reply, request.session);
      },
    });
  }
}

/** Declares `request.session`. Call it before routes are registered. */
export function decorateSessions(app: FastifyInstance): void {
  app.decorateRequest('session', null);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed-in caller; null on routes that do not check the session. */
    session: SessionCaller | null;
  }
}

// Text that cannot be an id is answered like an unknown id, without a database query.
function refuseImpossibleIds(params: unknown): void {
  if (typeof params !== 'object' || params === null) return;
  const isKnownForm = Object.values(params).every((value) => typeof value === 'string' && isIdLike(value));
  if (!isKnownForm) throw new FramemillError('not_found', 'There is no resource with this id. Check the path.');
}

async function enter(route: ConsoleRoute, request: FastifyRequest, { sessions }: ConsoleServices) {
  if (route.access === 'session') return sessions.session(request);
  if (route.access === 'admin') return sessions.admin(request);
  sessions.ownPages(request);
  return null;
}

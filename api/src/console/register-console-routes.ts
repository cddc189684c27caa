import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { forgetTypeOfNoBody } from '../http/empty-body.ts';
import { refuseUnstorable } from '../http/input.ts';
import { isIdLike } from '../ids.ts';
import { admit } from '../limiter/admit.ts';
import { createLimiter } from '../limiter/limiter.ts';
import type { SessionCaller } from '../sessions/session-gate.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import type { ConsoleRoute } from './define-console-route.ts';

/** Requests of one account to the console API, in 60 s. */
const CONSOLE_LIMIT = { name: 'console', limit: 120 };

/** Requests of one account to the Studio's own routes, in 60 s: each page asks for the session, and people have many open. */
const STUDIO_LIMIT = { name: 'studio', limit: 600 };

/** Requests of one address to routes that need no session, in 60 s. */
const DOOR_LIMIT = { name: 'console_door', limit: 60 };

/** Largest body of a console route. */
const BODY_LIMIT_BYTES = 64_000;

/** Registers the console's routes. A session opens them; bearer keys and tokens are never looked at. */
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
        await (request.session
          ? admit(
              limiter,
              request.session.accountId,
              route.path.startsWith('/api/studio/') ? STUDIO_LIMIT : CONSOLE_LIMIT,
              deps.metrics,
            )
          : admit(limiter, clientNetwork(request.ip), DOOR_LIMIT, deps.metrics));
        if (!route.waits) {
          finished(reply.raw, await deps.lanes.enter(request.session?.accountId ?? clientNetwork(request.ip)));
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

/** Makes `request.session`; call it before the routes are registered. */
export function decorateSessions(app: FastifyInstance): void {
  app.decorateRequest('session', null);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null on routes that did not ask. */
    session: SessionCaller | null;
  }
}

// What no id can be is answered like an unknown one, without asking the database.
function refuseImpossibleIds(params: unknown): void {
  if (typeof params !== 'object' || params === null) return;
  const isKnownForm = Object.values(params).every((value) => typeof value === 'string' && isIdLike(value));
  if (!isKnownForm) throw new FramemillError('not_found', 'There is no such resource.');
}

async function enter(route: ConsoleRoute, request: FastifyRequest, { sessions }: ConsoleServices) {
  if (route.access === 'session') return sessions.session(request);
  if (route.access === 'admin') return sessions.admin(request);
  sessions.ownPages(request);
  return null;
}

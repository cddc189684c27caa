import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { refuseUnstorable } from '../http/input.ts';
import { forgetTypeOfNoBody } from '../http/json-body.ts';
import { isIdLike } from '../ids.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import type { SessionCaller } from '../sessions/session-guard.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { DEFAULT_BODY_LIMIT_BYTES, type Route, type SessionAccess } from './define-route.ts';

/** Rate limit of one account for the console API, per 60 s. */
const CONSOLE_LIMIT = { name: 'console', limit: 120 };

/**
 * Rate limit of one account for the Studio's own routes, per 60 s.
 * It is higher than `CONSOLE_LIMIT`, because every page requests the session, and people open many pages.
 */
const STUDIO_LIMIT = { name: 'studio', limit: 600 };

/** Rate limit of one client network for routes without a session, per 60 s. */
const SIGN_IN_LIMIT = { name: 'console_door', limit: 60 };

/** Registers a route of the console or the Studio at its own path. `Authorization` headers are ignored. */
export function registerSessionRoute(
  app: FastifyInstance,
  route: Route<SessionAccess>,
  deps: ConsoleServices,
  limiter: Limiter,
): void {
  const handler = route.handler(deps);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      const session = await enter(route, request, deps);
      request.session = session;
      if (session) request.queryOwner.id = session.accountId;
      const holder = session?.accountId ?? clientNetwork(request.ip);
      await admit(limiter, holder, session ? limitOf(route) : SIGN_IN_LIMIT, deps.metrics);
      if (!route.waits?.(request.query)) finished(reply.raw, await deps.semaphore.enter(holder));
      forgetTypeOfNoBody(request);
    },
    preParsing: meterBodies(deps.transfers, ({ session, ip }) => session?.accountId ?? clientNetwork(ip)),
    handler: (request, reply) => {
      refuseUnstorable('path', request.params);
      refuseImpossibleIds(request.params);
      reply.header('Cache-Control', 'no-store');
      const { session } = request;
      return handler(request, reply, session ? { session } : { session });
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed-in caller; null on routes that do not check the session cookie. */
    session: SessionCaller | null;
  }
}

async function enter(route: Route<SessionAccess>, request: FastifyRequest, { sessions }: ConsoleServices) {
  if (route.access === 'session') return sessions.session(request);
  if (route.access === 'admin') return sessions.admin(request);
  sessions.ownPages(request);
  return null;
}

function limitOf({ path }: Route<SessionAccess>) {
  return path.startsWith('/api/studio/') ? STUDIO_LIMIT : CONSOLE_LIMIT;
}

// Text that cannot be an id is answered like an unknown id, without a database query.
function refuseImpossibleIds(params: unknown): void {
  if (typeof params !== 'object' || params === null) return;
  const isKnownForm = Object.values(params).every((value) => typeof value === 'string' && isIdLike(value));
  if (!isKnownForm) throw new FramemillError('not_found', 'There is no resource with this id. Check the path.');
}

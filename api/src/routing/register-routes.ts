import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ApiDeps, ConsoleServices } from '../deps.ts';
import { isForEmbeds, isUpload } from '../embed/embed-access.ts';
import { noteUploads } from '../embed/embed-sessions.ts';
import { forgetTypeOfNoBody } from '../http/json-body.ts';
import { CostLimitExceeded, MAIN_LIMITS, unitsOf } from '../limiter/cost-limits.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import { callCost } from '../threads/call-length.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { createRequestCounter } from '../usage/request-counter.ts';
import type { AccountSemaphore } from './account-semaphore.ts';
import { type AnyRoute, DEFAULT_BODY_LIMIT_BYTES, type Pass, type Route, takesKeys } from './define-route.ts';
import { type AuthStrategy, bearerStrategy, createGuard, type GuardParts, giveBackUnused } from './guard.ts';
import type { Offloader } from './offload.ts';
import { openApiSchema } from './openapi.ts';
import { registerSessionRoute } from './register-session-route.ts';
import { answerUnknownRoutes } from './unknown-routes.ts';

/** Maximum size of a JSON body in bytes for any route. */
export const LONGEST_BODY_BYTES = 1_000_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** JSON text (UTF-8) of a body that is too long to parse on the main thread. */
    longBody: Buffer | null;
    /**
     * Frees the account's slot for concurrent requests, so that its next request can start. `null` when the request has
     * no slot.
     */
    leaveLane: (() => void) | null;
  }
}

/** Services that the routes share with the MCP server. */
export interface RouteParts extends GuardParts {
  offloader: Offloader;
  /** Authentication strategy for signed-in users. */
  sessionStrategy: AuthStrategy;
  /** Authentication strategy for embed sessions. */
  embedStrategy: AuthStrategy;
  semaphore: AccountSemaphore;
  requestLog: RequestLog;
  /** Services that the handlers of console and Studio routes receive. */
  consoleServices: ConsoleServices;
}

/** Path prefix of the routes for the Studio, whose users are signed in. */
export const STUDIO_PREFIX = '/api/studio';

/** Path prefix of the routes for the editor in other products, which has an embed session. */
export const EMBED_PREFIX = '/api/embed';

/** Matches the path prefixes other than `/v1` under which the routes are registered. */
const PREFIXES = /^\/api\/(?:v1|studio|embed)(?=\/)/;

/** Returns the address of a route with the prefix `/v1` in place of any other prefix. */
export function canonicalUrl(url: string): string {
  return url.replace(PREFIXES, '/v1');
}

/**
 * Registers the routes. Those of the API are available under `/v1`, under the undocumented alias `/api/v1`, and under
 * `STUDIO_PREFIX`; those for embed sessions also under `EMBED_PREFIX`. Under `STUDIO_PREFIX` they authenticate by the
 * session cookie, under `EMBED_PREFIX` by the token of an embed session, elsewhere by keys and tokens. The routes of
 * the console and the Studio have the single path that they state.
 */
export function registerRoutes(app: FastifyInstance, all: readonly AnyRoute[], deps: ApiDeps, parts: RouteParts): void {
  const routes = all.filter(takesKeys);
  const requestCounter = createRequestCounter(deps.database, deps.log);
  app.addHook('onClose', () => requestCounter.close());
  const services = { ...deps, limiter: parts.limiter, requestCounter, requestLog: parts.requestLog };
  app.decorateRequest('pass', null);
  app.decorateRequest('session', null);
  const preParsing = meterBodies(deps.transfers, ({ pass }) => pass?.caller.accountId ?? '');
  const onSend = giveBackUnused(parts.limiter, deps);
  const { offloader, inner, semaphore } = parts;
  app.decorateRequest('longBody', null);
  app.decorateRequest('leaveLane', null);
  // The routes check their input themselves, with better messages. These schemas are used for the OpenAPI document
  // only.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  const bearer = bearerStrategy(deps, parts.directory);
  const always = [
    { prefix: '/v1', strategy: bearer },
    { prefix: '/api/v1', strategy: bearer },
    { prefix: STUDIO_PREFIX, strategy: parts.sessionStrategy },
  ];
  const embed = { prefix: EMBED_PREFIX, strategy: parts.embedStrategy };
  for (const prefix of ['/v1', '/api/v1']) answerUnknownRoutes(app, prefix, routes, parts, deps);
  for (const route of routes) {
    const handler = route.handler(services);
    for (const { prefix, strategy } of isForEmbeds(route.name) ? [...always, embed] : always) {
      const guard = createGuard(route, parts, deps, strategy);
      const options: RouteShorthandOptions = {
        bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
        onRequest: async (request, reply) => {
          await guard(request, reply);
          const pass = passOf(request, route);
          const { accountId } = pass.caller;
          if (isLong(request)) await offloader.checkRoom(pass);
          requestCounter.count(accountId);
          if (!route.waits?.(request.query)) {
            request.leaveLane = await semaphore.enter(accountId);
            finished(reply.raw, request.leaveLane);
          }
          if (!route.takesBody) forgetTypeOfNoBody(request);
        },
        ...(route.takesBody ? { preParsing } : {}),
        ...(route.extraBucket ? { onSend } : {}),
        ...(prefix === EMBED_PREFIX && isUpload(route.name) ? { preSerialization: noteUploads(deps) } : {}),
        schema: { ...openApiSchema(route), hide: prefix !== '/v1' },
      };
      app.route({
        ...options,
        method: route.method,
        url: prefix + route.path,
        handler: async (request, reply) => {
          const pass = passOf(request, route);
          try {
            if (request.longBody !== null)
              throw new CostLimitExceeded(unitsOf({ characters: request.longBody.length }));
            return await handler(request, reply, pass);
          } catch (error) {
            if (!(error instanceof CostLimitExceeded)) throw error;
            request.leaveLane?.();
            if (inner.callerOf(request) && readsText(route, request)) {
              // The answer would be too long to parse here again, so a worker thread answers the outer call.
              inner.giveUp(request, error);
              return reply.send();
            }
            const cost = callCost(error.units, route.msPerUnit?.(request.query, request.body));
            return offloader.answer(request, reply, pass, cost);
          }
        },
      });
    }
  }
  for (const route of all) {
    if (!takesKeys(route)) registerSessionRoute(app, route, parts.consoleServices, parts.limiter);
  }
}

function passOf({ pass }: FastifyRequest, route: Route): Pass {
  if (!pass) throw new Error(`The route ${route.name} received a request that was not authenticated.`);
  return pass;
}

function readsText({ method, waits }: Route, { query }: FastifyRequest): boolean {
  return method === 'GET' && !waits?.(query);
}

function isLong({ headers }: FastifyRequest): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return isJson && Number(headers['content-length']) > MAIN_LIMITS.bodyBytes;
}

import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { forgetTypeOfNoBody } from '../http/empty-body.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { publishHeld } from '../usage/held-now.ts';
import { createRequestCounter } from '../usage/request-counter.ts';
import type { Route } from './define-route.ts';
import { createGate, type GateParts } from './gate.ts';
import { openApiSchema } from './openapi-schema.ts';

/** Largest JSON body of a route that does not say otherwise. */
export const DEFAULT_BODY_LIMIT_BYTES = 1_000_000;

/** Registers every route under `/v1` and, undocumented, under its alias `/api/v1`. */
export function registerRoutes(app: FastifyInstance, routes: Route[], deps: ApiDeps, parts: GateParts): void {
  const requestCounter = createRequestCounter(deps.database, deps.log);
  app.addHook('onClose', () => requestCounter.close());
  const { disk, memory } = deps.transfers;
  const held = publishHeld(deps, { fileBytes: disk.heldBy, bodyBytes: memory.heldBy });
  app.addHook('onClose', async () => held.close());
  const services = { ...deps, limiter: parts.limiter, requestCounter };
  app.decorateRequest('pass', null);
  const preParsing = meterBodies(deps.transfers, ({ pass }) => pass?.caller.accountId ?? '');
  // Input is checked by the routes themselves, with better messages; the schemas here feed the OpenAPI document.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  for (const route of routes) {
    const gate = createGate(route, parts, deps);
    const handler = route.handler(services);
    for (const prefix of ['/v1', '/api/v1']) {
      const options: RouteShorthandOptions = {
        bodyLimit: route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
        onRequest: async (request, reply) => {
          await gate(request, reply);
          if (request.pass) requestCounter.count(request.pass.caller.accountId);
          if (!route.takesBody) forgetTypeOfNoBody(request);
        },
        ...(route.takesBody ? { preParsing } : {}),
        schema: { ...openApiSchema(route), hide: prefix !== '/v1' },
      };
      app.route({
        ...options,
        method: route.method,
        url: prefix + route.path,
        handler: (request, reply) => {
          const { pass } = request;
          if (!pass) throw new Error(`${route.name} was reached around its gate.`);
          return handler(request, reply, pass);
        },
      });
    }
  }
}

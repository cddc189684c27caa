import type { ErrorCode } from '@framemill/timeline';
import type { FastifyInstance, FastifySchema, RouteShorthandOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { createCredentialDirectory } from '../auth/credential-directory.ts';
import type { ApiDeps } from '../deps.ts';
import { errorCatalog } from '../http/error-catalog.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { createUploadBudget, IMPORT_BUDGET_BYTES } from '../media/upload-budget.ts';
import { createRequestCounter } from '../usage/request-counter.ts';
import { commonErrors, type Route } from './define-route.ts';
import { createGate } from './gate.ts';

/** Largest JSON body of a route that does not say otherwise. */
export const DEFAULT_BODY_LIMIT_BYTES = 1_000_000;

/** Registers every route under `/v1` and, undocumented, under its alias `/api/v1`. */
export function registerRoutes(app: FastifyInstance, routes: Route[], deps: ApiDeps): void {
  const requestCounter = createRequestCounter(deps.database, deps.log);
  app.addHook('onClose', () => requestCounter.close());
  const services = {
    ...deps,
    requestCounter,
    uploadBudget: createUploadBudget(),
    importBudget: createUploadBudget(IMPORT_BUDGET_BYTES),
  };
  const parts = { directory: createCredentialDirectory(deps.database), limiter: createLimiter(deps.redis) };
  app.decorateRequest('pass', null);
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
        },
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

function openApiSchema(route: Route): FastifySchema {
  const codes = [...new Set([...commonErrors, ...scopeErrors(route), ...route.errors])];
  const responses: Record<string, object> = {
    [route.status]: success(route),
  };
  for (const [status, names] of groupByStatus(codes)) {
    responses[status] = { description: names.map((code) => `\`${code}\``).join(', '), $ref: 'Error#' };
  }
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.scope === null ? route.description : `${route.description} Scope: \`${route.scope}\`.`,
    tags: [route.path.split('/')[1] ?? 'other'],
    security: [{ key: [] }],
    ...(hasFields(route.params) ? { params: route.params } : {}),
    ...(hasFields(route.query) ? { querystring: route.query } : {}),
    ...(route.body ? { body: withExamples(route.body, route) } : {}),
    ...(route.consumes ? { consumes: [route.consumes] } : {}),
    response: responses,
  };
}

function scopeErrors(route: Route): ErrorCode[] {
  return route.scope === null ? [] : ['insufficient_scope'];
}

function success(route: Route): object {
  if (!route.otherAnswers) return { description: 'Success', ...route.answer };
  const content: Record<string, object> = { 'application/json': { schema: route.answer } };
  for (const type of route.otherAnswers) content[type] = { schema: { type: 'string', format: 'binary' } };
  return { description: 'Success', content };
}

function groupByStatus(codes: ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = Map.groupBy(codes, (code) => String(errorCatalog[code].status));
  // One code has a second status.
  if (codes.includes('quota_exceeded')) groups.set('413', [...(groups.get('413') ?? []), 'quota_exceeded']);
  return groups;
}

function hasFields(schema: TSchema): boolean {
  return 'properties' in schema && Object.keys(schema.properties ?? {}).length > 0;
}

function withExamples(body: TSchema, route: Route): object {
  const examples = route.examples.flatMap((example) => (example.body === undefined ? [] : [example.body]));
  return examples.length > 0 ? { ...body, examples } : { ...body };
}

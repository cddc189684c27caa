import Fastify, { type FastifySchema } from 'fastify';
import { apiInfo, installOpenApi, type OpenApiInfo } from '../http/openapi.ts';
import type { Route } from './define-route.ts';
import { openApiSchema } from './openapi-schema.ts';

/** Route as an OpenAPI document shows it. `url` is in Fastify's form. */
export interface Operation {
  method: Route['method'];
  url: string;
  schema: FastifySchema;
}

/** Builds the OpenAPI document of operations, without a running service. */
export async function operationsDocument(operations: readonly Operation[], info: OpenApiInfo): Promise<object> {
  const app = Fastify();
  await installOpenApi(app, info);
  for (const operation of operations) app.route({ ...operation, handler: () => null });
  await app.ready();
  return app.swagger();
}

/** Builds the OpenAPI document of `routes`, as /openapi.json serves it, without a running service. */
export function openApiDocument(routes: readonly Route[], apiHost: string): Promise<object> {
  const operations = routes.map((route) => ({
    method: route.method,
    url: `/v1${route.path}`,
    schema: openApiSchema(route),
  }));
  return operationsDocument(operations, apiInfo(apiHost));
}

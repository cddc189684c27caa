import Fastify from 'fastify';
import { installOpenApi } from '../http/openapi.ts';
import type { Route } from './define-route.ts';
import { openApiSchema } from './openapi-schema.ts';

/** The OpenAPI document of `routes`, as /openapi.json serves it, without a service behind it. */
export async function openApiDocument(routes: Route[], apiHost: string): Promise<object> {
  const app = Fastify();
  await installOpenApi(app, apiHost);
  for (const route of routes) {
    const { method, path } = route;
    app.route({ method, url: `/v1${path}`, schema: openApiSchema(route), handler: () => null });
  }
  await app.ready();
  return app.swagger();
}

import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { consoleDocument } from '../console/console-document.ts';
import type { ConsoleRoute } from '../console/define-console-route.ts';
import { referenceOptions } from './reference-page.ts';

/**
 * Serves the reference of the console's routes at /docs/console.
 * Requests can be sent from the page: after signing in with one of them, the browser sends the session's cookie along.
 */
export async function installConsolePage(
  app: FastifyInstance,
  routes: readonly ConsoleRoute[],
  apiHost: string,
): Promise<void> {
  const document = await consoleDocument(routes, apiHost);
  // Registered in a scope of its own, because the public reference uses the same plugin.
  await app.register(async (scope) => {
    const options = referenceOptions('Framemill console', '/docs/console', ['get', 'post', 'put', 'patch', 'delete']);
    await scope.register(swaggerUi, {
      ...options,
      transformSpecificationClone: false,
      transformSpecification: () => document,
    });
  });
}

import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { consoleDocument } from '../console/console-document.ts';
import type { ConsoleRoute } from '../console/define-console-route.ts';
import { referenceOptions } from './reference-page.ts';

/**
 * Serves the reference of the console's routes at /docs/console. Requests can be sent from it: who signs in with the first of
 * them has the session's cookie, which the browser sends along.
 */
export async function installConsolePage(
  app: FastifyInstance,
  routes: readonly ConsoleRoute[],
  apiHost: string,
): Promise<void> {
  const document = await consoleDocument(routes, apiHost);
  // In a scope of its own: the public reference is made by the same plugin.
  await app.register(async (scope) => {
    const options = referenceOptions('Framemill console', '/docs/console', ['get', 'post', 'put', 'patch', 'delete']);
    await scope.register(swaggerUi, {
      ...options,
      transformSpecificationClone: false,
      transformSpecification: () => document,
    });
  });
}

import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';

/** Records the duration of every response by route pattern. Recording by URL would create one time series per id. */
export function installRequestMetrics(app: FastifyInstance, { apiRequestSeconds }: ApiDeps['metrics']): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status_class: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    apiRequestSeconds.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Contract version used when the request names none. */
export const DEFAULT_SERVICE_VERSION = '2026-08-01';

const VERSION_PATTERN = /^[A-Za-z0-9._-]{1,32}$/;

/** Sets the standard headers on one response. Call it directly only where Fastify's hooks do not run. */
export function putResponseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const asked = request.headers['service-version'];
  const version = typeof asked === 'string' && VERSION_PATTERN.test(asked) ? asked : DEFAULT_SERVICE_VERSION;
  reply.headers({
    'X-Request-Id': request.id,
    'Service-Version': version,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "frame-ancestors 'none'",
  });
}

/**
 * Sets the headers of every response: `X-Request-Id`, the echoed `Service-Version`, and those that forbid display in
 * frames.
 * CORS headers are not set, because pages of other origins may not call the API in a browser. Public files set their
 * own CORS headers.
 */
export function installResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    putResponseHeaders(request, reply);
    done();
  });
}

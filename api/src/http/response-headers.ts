import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Contract version that is assumed when the request names none. */
export const DEFAULT_SERVICE_VERSION = '2026-08-01';

const VERSION_PATTERN = /^[A-Za-z0-9._-]{1,32}$/;

/** Puts them on one answer; needed where hooks do not run. */
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
 * Puts the headers of every answer: `X-Request-Id`, the echoed `Service-Version`, and the framing refusals. No CORS header
 * is set here: the API is closed to browsers of other origins; public files open themselves.
 */
export function installResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    putResponseHeaders(request, reply);
    done();
  });
}

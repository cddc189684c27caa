import { type Span, type Tracing, withinTrace } from '@framemill/infra';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of the request; null: it is not traced. */
    span: Span | null;
  }
}

/**
 * Begins a span for each request of the API and ends it with the answer. A request with the header `traceparent`
 * continues the trace of its caller. Other pages are not traced. Does nothing when tracing is off.
 */
export function installRequestTraces(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions, id } = request;
    const { url: route = '' } = routeOptions;
    if (!route.startsWith('/v1/')) return done();
    const attributes = { 'http.request.method': method, 'http.route': route, request: id };
    request.span = tracing.enter(`${method} ${route}`, headers.traceparent, { kind: 'server', attributes });
    withinTrace(request.span?.traceparent, done);
  });
  // The arrival of the body runs the later steps outside of the first hook's context.
  app.addHook('preHandler', (request, _reply, done) => withinTrace(request.span?.traceparent, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const error = statusCode >= 500 ? { error: `status ${statusCode}` } : {};
    request.span?.end({ attributes: { 'http.response.status_code': statusCode }, ...error });
    done();
  });
}

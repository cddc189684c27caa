import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';

/** Refuses requests of HTTP/1.1 without a `Host`, as the protocol wants; Node would do so without the error shape. */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion !== '1.1' || headers.host) return done();
    done(new FramemillError('invalid_request', 'The request has no Host header. HTTP/1.1 wants one.'));
  });
}

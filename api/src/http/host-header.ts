import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses HTTP/1.1 requests without a `Host` header, as the protocol requires.
 * Node's own check would answer without the contract's error format.
 */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion !== '1.1' || headers.host) return done();
    done(new FramemillError('invalid_request', 'The request has no Host header, which HTTP/1.1 requires.'));
  });
}

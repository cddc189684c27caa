import type { Socket } from 'node:net';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './error-reply.ts';
import { DEFAULT_SERVICE_VERSION } from './response-headers.ts';

/**
 * Creates the handler for received bytes that are not a valid HTTP request: malformed lines, oversized headers,
 * unfinished requests.
 * It writes an error in the API's format directly to the socket, because the framework has no request to reply to.
 */
export function brokenRequestHandler(apiHost: string, newRequestId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The connection is already closed, so no client can receive an answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const message = messages[error.code ?? ''] ?? 'The request is not valid HTTP. Send an HTTP/1.1 request.';
    const problem = new FramemillError('invalid_request', message);
    const body = JSON.stringify(errorBody(problem, apiHost));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${newRequestId()}`,
      `Service-Version: ${DEFAULT_SERVICE_VERSION}`,
      'X-Frame-Options: DENY',
      "Content-Security-Policy: frame-ancestors 'none'",
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const messages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large. Send fewer or shorter ones.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not complete in time. Send it again.',
};

/**
 * Refuses HTTP/1.1 requests without a `Host` header, as the protocol requires.
 * Node's own check is not used, because its response does not have the API's error format.
 */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion !== '1.1' || headers.host) return done();
    done(new FramemillError('invalid_request', 'The request has no Host header. Send one: HTTP/1.1 requires it.'));
  });
}

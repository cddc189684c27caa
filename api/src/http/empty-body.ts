import type { FastifyRequest } from 'fastify';

/**
 * Removes the content type of a request that has no body.
 * Clients send one even then (`curl -d ''` sends that of a form), and it would be refused as unknown. Call it before
 * the body is read, in routes that take none.
 */
export function forgetTypeOfNoBody({ headers }: FastifyRequest): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  if (encoding === undefined && length === '0') headers['content-type'] = undefined;
}

import type { FastifyRequest } from 'fastify';

/**
 * Forgets the content type of a request that has no body: clients name one even then (`curl -d ''` that of a form), and it
 * would be refused as unknown. For routes that take no body, before it is read.
 */
export function forgetTypeOfNoBody({ headers }: FastifyRequest): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  if (encoding === undefined && length === '0') headers['content-type'] = undefined;
}

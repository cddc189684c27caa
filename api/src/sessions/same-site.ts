import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a request that changes something unless a page of this service made it: its `Origin` must be one of `ownOrigins` or
 * the host that was asked. Browsers always send `Origin` with such requests; whatever else uses a session must send it too.
 * Throws `unauthorized`.
 */
export function refuseOtherSites(request: FastifyRequest, ownOrigins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  if (origin !== undefined && (ownOrigins.has(origin) || hostOf(origin) === host)) return;
  const problem = origin === undefined ? 'The request has no Origin header' : 'The request comes from another site';
  const [example] = ownOrigins;
  throw new FramemillError(
    'unauthorized',
    `${problem}. Sessions are for this service's own pages: send "Origin: ${example}".`,
  );
}

function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host ?? null;
}

import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Host names of the local machine, as written in URLs. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the origins (scheme, host and port) of a service with these public addresses.
 * For a service on the local machine, all local host names count, since no other site can have them.
 */
export function ownOriginsOf(publicUrls: readonly string[]): ReadonlySet<string> {
  const origins = new Set<string>();
  for (const text of publicUrls) {
    const url = new URL(text);
    origins.add(url.origin);
    if (!LOOPBACK_HOSTS.includes(url.hostname)) continue;
    for (const hostname of LOOPBACK_HOSTS) origins.add(Object.assign(new URL(text), { hostname }).origin);
  }
  return origins;
}

/**
 * Throws `unauthorized` for a state-changing request whose `Origin` is not one of `ownOrigins`.
 * The `Host` header proves nothing: it can be a name that another site pointed to this server. Browsers always send
 * `Origin` with such requests, and every other client that uses a session must send it too.
 */
export function refuseOtherSites(request: FastifyRequest, ownOrigins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && ownOrigins.has(origin)) return;
  const problem = origin === undefined ? 'The request has no Origin header' : 'The request comes from another site';
  const [example] = ownOrigins;
  throw new FramemillError(
    'unauthorized',
    `${problem}. Sessions work only for this service's own pages. Send "Origin: ${example}".`,
  );
}

import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names of this machine itself, as they stand in URLs. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Origins of a service with these public addresses: scheme, host and port of each. One on this machine has all names of the machine, since
 * no other site can have them.
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
 * Refuses a request that changes something unless a page of this service made it: its `Origin` must be one of `ownOrigins`. The `Host` of the
 * request proves nothing: a name that another site has pointed here has it too. Browsers always send `Origin` with such requests;
 * whatever else uses a session must send it too. Throws `unauthorized`.
 */
export function refuseOtherSites(request: FastifyRequest, ownOrigins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && ownOrigins.has(origin)) return;
  const problem = origin === undefined ? 'The request has no Origin header' : 'The request comes from another site';
  const [example] = ownOrigins;
  throw new FramemillError(
    'unauthorized',
    `${problem}. Sessions are for this service's own pages: send "Origin: ${example}".`,
  );
}

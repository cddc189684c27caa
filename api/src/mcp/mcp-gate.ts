import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, requireApiAccess } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { CredentialDirectory } from '../auth/credential-directory.ts';
import type { ApiDeps } from '../deps.ts';
import { type Limiter, WINDOW_SEC } from '../limiter/limiter.ts';
import { putRateHeaders } from '../routing/gate.ts';

/** The way to the MCP server: where the request comes from, who calls, the plan, then the limiter, which counts one call. */
export function createMcpGate(
  { apiHost, metrics }: Pick<ApiDeps, 'apiHost' | 'metrics'>,
  { directory, limiter }: { directory: CredentialDirectory; limiter: Limiter },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    refuseForeignOrigin(request, apiHost);
    const caller = await authenticate({ directory, apiHost }, request.headers.authorization);
    if (caller.credential.type === 'api_key') requireApiAccess(caller.plan);
    const bucket = { name: 'api_v1', limit: caller.requestsPerMinute };
    const { refusedBy, remaining, retryAfterSec } = await limiter.take(caller.limiterKey, [bucket]);
    putRateHeaders(reply, bucket.limit, remaining);
    if (!refusedBy) return caller;
    reply.header('Retry-After', retryAfterSec);
    metrics.rateLimited.inc({ bucket: bucket.name });
    const message = `At most ${bucket.limit} calls in ${WINDOW_SEC} s. Try again in ${retryAfterSec} s.`;
    throw new FramemillError('rate_limited', message);
  };
}

/** A page of another site must not call in the name of whoever looks at it. Programs send no `Origin`. */
function refuseForeignOrigin({ headers: { origin } }: FastifyRequest, apiHost: string): void {
  if (origin === undefined || origin === new URL(apiHost).origin) return;
  throw new FramemillError('insufficient_scope', 'Pages of other sites may not call this server.', {
    scope: null,
    granted: [],
  });
}

import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, requireApiAccess } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { CredentialDirectory } from '../auth/credential-directory.ts';
import type { ApiDeps } from '../deps.ts';
import { tokenChallenge } from '../http/error-reply.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { takeOne } from '../routing/guard.ts';
import { toolScopes } from './tool-lists.ts';

/** Path of the MCP server. */
export const mcpPath = '/api/mcp';

/**
 * Creates the guard of the MCP server. It checks the request's origin, authenticates the caller, counts one call
 * against the rate limit, then checks the plan.
 */
export function createMcpGuard(
  deps: Pick<ApiDeps, 'apiHost' | 'appealUrl' | 'plans' | 'metrics'>,
  { directory, limiter }: { directory: CredentialDirectory; limiter: Limiter },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    refuseForeignOrigin(request, deps.apiHost);
    const caller = await authenticate({ ...deps, directory }, request.headers.authorization).catch((error: unknown) => {
      if (error instanceof FramemillError && error.code === 'unauthorized') {
        reply.header('WWW-Authenticate', tokenChallenge(deps.apiHost, { path: mcpPath, scopes: toolScopes() }));
      }
      throw error;
    });
    request.caller = caller;
    await takeOne(limiter, caller, reply, deps);
    requirePlanForMcp(caller);
    return caller;
  };
}

/**
 * Throws `plan_required` for a personal key, or a live key of an app, on a plan without `api_access`. OAuth tokens and
 * test keys of apps need no such plan.
 */
function requirePlanForMcp({ credential: { type, appId, environment }, plan }: Caller): void {
  if (type !== 'api_key') return;
  const remedy = 'Sign in with OAuth, or use a test key of an app: both work on every plan.';
  if (appId === null) requireApiAccess(plan, { what: 'Personal keys for MCP', remedy });
  else if (environment === 'live') requireApiAccess(plan, { what: 'Live keys for MCP', remedy });
}

/**
 * Refuses requests from pages of other sites, which must not act on behalf of their visitor. Programs send no `Origin`.
 */
function refuseForeignOrigin({ headers: { origin } }: FastifyRequest, apiHost: string): void {
  if (origin === undefined || origin === new URL(apiHost).origin) return;
  throw new FramemillError(
    'insufficient_scope',
    `Web pages of ${origin.slice(0, 200)} may not call this server. Call it from outside a browser.`,
    {
      scope: null,
      granted: [],
    },
  );
}

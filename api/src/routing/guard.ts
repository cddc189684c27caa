import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, requirePlanOf, requireScope } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { CredentialDirectory } from '../auth/credential-directory.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeChallenge } from '../http/error-reply.ts';
import { type Bucket, type Limiter, type LimiterDecision, tooManyRequests, WINDOW_SEC } from '../limiter/limiter.ts';
import type { FairTurn } from '../turns/account-turns.ts';
import type { Pass, Route } from './define-route.ts';
import type { InnerCalls } from './inner-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Result of the checks before the handler, set by the guard. `null` on routes without a guard. */
    pass: Pass | null;
  }
}

/** Services that the guards of all routes share. */
export interface GuardParts {
  directory: CredentialDirectory;
  limiter: Limiter;
  inner: InnerCalls;
  fairTurn: FairTurn;
}

/** Authentication strategy: determines the caller of a request. Throws the errors of `authenticate`. */
export type AuthStrategy = (request: FastifyRequest) => Promise<Caller>;

/** Creates the authentication strategy for API keys and OAuth tokens. */
export function bearerStrategy(deps: ApiDeps, directory: CredentialDirectory): AuthStrategy {
  const strategy = { ...deps, directory };
  return ({ headers }) => authenticate(strategy, headers.authorization);
}

/**
 * Creates the guard of a route: a Fastify hook that checks a request before its body is read.
 * It checks authentication, then the scope, then the rate limit, then the plan. The rate limit headers are set after
 * the scope check. Errors of the later checks and of the handler therefore have them, earlier errors do not.
 */
export function createGuard(
  route: Route,
  { limiter, inner, fairTurn }: Omit<GuardParts, 'directory'>,
  deps: ApiDeps,
  strategy: AuthStrategy,
) {
  const innerGuard = createInnerGuard(route, { limiter, inner });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.pass = await innerGuard(request);
    if (request.pass) {
      request.queryOwner.id = request.pass.caller.accountId;
      return;
    }
    const caller = await admitCaller(route, strategy, request, reply, deps);
    request.queryOwner.id = caller.accountId;
    await fairTurn(caller.accountId);
    const general: Bucket = { name: 'api_v1', limit: caller.requestsPerMinute };
    const extra = route.extraBucket?.(request.query) ?? null;
    putRateHeaders(reply, general.limit, 0);
    const decision = await limiter.take(
      caller.limiterKey,
      extra ? [general, extra] : [general],
      route.alongsideKey?.(request.params),
    );
    const { refusedBy } = decision;
    putRateHeaders(reply, refusedBy?.limit ?? general.limit, decision.remaining);
    if (refusedBy) throw refuse(refusedBy, refusedBy === extra, decision, reply, deps);
    countRefusal(deps, () => requirePlanOf(caller));
    request.pass = { caller, alongside: decision.value, ...(extra ? { extra } : {}) };
  };
}

/** Counts one call against the caller's general rate limit and sets the rate limit headers. Throws `rate_limited`. */
export async function takeOne(limiter: Limiter, caller: Caller, reply: FastifyReply, deps: RateDeps): Promise<void> {
  const bucket: Bucket = { name: 'api_v1', limit: caller.requestsPerMinute };
  putRateHeaders(reply, bucket.limit, 0);
  const decision = await limiter.take(caller.limiterKey, [bucket]);
  putRateHeaders(reply, bucket.limit, decision.remaining);
  if (decision.refusedBy) throw refuse(bucket, false, decision, reply, deps);
}

/**
 * Creates a hook for routes with a rate limit of their own. A call whose response is 400 or 404 created nothing, so the
 * hook removes it from this limit again.
 */
export function giveBackUnused(limiter: Limiter, { log }: ApiDeps) {
  return async ({ pass }: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): Promise<unknown> => {
    if (pass?.extra === undefined || (statusCode !== 400 && statusCode !== 404)) return payload;
    await limiter.giveBack(pass.caller.limiterKey, pass.extra).catch((error: unknown) => {
      log.debug({ err: error }, 'a refused call could not be removed from the rate limit');
    });
    return payload;
  };
}

/**
 * Creates the guard for internal calls to a route. For any other request, the guard returns `null`.
 * Internal calls are already counted against the general rate limit, so only the route's additional limit applies.
 */
export function createInnerGuard(route: Route, { limiter, inner }: Pick<GuardParts, 'limiter' | 'inner'>) {
  return async (request: FastifyRequest): Promise<Pass | null> => {
    const caller = inner.callerOf(request);
    if (!caller) return null;
    requireScopeOf(route, caller);
    const extra = route.extraBucket?.(request.query) ?? null;
    const { refusedBy, retryAfterSec } = extra
      ? await limiter.take(caller.limiterKey, [extra])
      : { refusedBy: null, retryAfterSec: 0 };
    if (!refusedBy) return { caller, alongside: null, ...(extra ? { extra } : {}) };
    throw tooManyRequests(refusedBy, retryAfterSec, { retryAfterSec });
  };
}

async function admitCaller(
  route: Route,
  strategy: AuthStrategy,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): Promise<Caller> {
  const caller = await strategy(request).catch((error: unknown) =>
    countRefusal(deps, () => {
      throw error;
    }),
  );
  request.caller = caller;
  const { access: scope } = route;
  if (scope === 'key') return caller;
  // OAuth clients request the scope named in this header (RFC 6750). The owner of a key has to create another key.
  if (caller.credential.type === 'oauth' && !caller.credential.scopes.includes(scope)) {
    reply.header('WWW-Authenticate', scopeChallenge(scope, deps.apiHost));
  }
  countRefusal(deps, () => requireScopeOf(route, caller));
  return caller;
}

/** Throws `insufficient_scope` when a caller may not use a route. */
function requireScopeOf({ access: scope, liveOnly = false }: Route, caller: Caller): void {
  if (scope === 'key') return;
  requireScope(caller, scope);
  const { environment, scopes: granted } = caller.credential;
  if (!liveOnly || environment === 'live') return;
  const message = `The scope ${scope} works with live keys only, and this is a test key. Use a live key.`;
  throw new FramemillError('insufficient_scope', message, { scope, granted });
}

function countRefusal<T>({ metrics }: ApiDeps, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof FramemillError) metrics.authFailures.inc({ reason: error.code });
    throw error;
  }
}

type RateDeps = { metrics: Pick<ApiDeps['metrics'], 'rateLimited'> };

/** Sets the rate limit headers of a response. */
export function putRateHeaders(reply: FastifyReply, limit: number, remaining: number): void {
  reply.header('X-RateLimit-Limit', limit);
  reply.header('X-RateLimit-Remaining', remaining);
  // A duration, not a time: the length of the window.
  reply.header('X-RateLimit-Reset', WINDOW_SEC);
}

function refuse(
  bucket: Bucket,
  isExtra: boolean,
  { retryAfterSec }: LimiterDecision,
  reply: FastifyReply,
  deps: RateDeps,
): FramemillError {
  deps.metrics.rateLimited.inc({ bucket: bucket.name });
  reply.header('Retry-After', retryAfterSec);
  return tooManyRequests(bucket, retryAfterSec, isExtra ? { retryAfterSec } : {});
}

import type { ErrorCode } from '@framemill/timeline';
import { type Static, type TObject, type TSchema, Type } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { ConsoleServices, RouteServices } from '../deps.ts';
import { requireReach } from '../embed/embed-access.ts';
import type { Bucket } from '../limiter/limiter.ts';
import type { SessionCaller } from '../sessions/session-guard.ts';
import { type CheckedInput, createRouteIo, type RouteShape } from './route-io.ts';

/**
 * Access by API key or OAuth token. A scope: the credential must have this scope. `key`: any valid credential may call.
 * Signed-in users of the Studio may call these routes too, below `/api/studio`.
 */
export type KeyAccess = Scope | 'key';

/**
 * Access by session cookie. `session`: the caller must be signed in. `admin`: the caller must be an operator; any other
 * caller gets `not_found`. `anyone`: no session is needed, as for sign-up and sign-in.
 */
export type SessionAccess = 'session' | 'admin' | 'anyone';

/** Who may call a route. */
export type Access = KeyAccess | SessionAccess;

/** Result of the checks before a route's handler (authentication, scope, rate limit), which the handler receives. */
export interface Pass {
  caller: Caller;
  /**
   * Value of the Redis key that was read together with the rate limit (see `alongsideKey`); `null` when the key does
   * not exist.
   */
  alongside: string | null;
  /** Additional rate limit that the request was counted against. */
  extra?: Bucket;
}

/** Result of the checks before a handler, by the access of its route: a `Pass`, or the session. */
type PassOf<A extends Access> = A extends KeyAccess ? Pass : { session: A extends 'anyone' ? null : SessionCaller };

/** Services that a handler receives, by the access of its route. */
type ServicesOf<A extends Access> = A extends KeyAccess ? RouteServices : ConsoleServices;

/** Request with checked input. */
export type Call<A extends Access, Params extends TSchema, Query extends TSchema, Body extends TSchema> = CheckedInput<
  Params,
  Query,
  Body
> &
  PassOf<A> & {
    request: FastifyRequest;
    /**
     * Fastify reply, for setting headers and for responses other than JSON. A handler that sends the response itself
     * returns it.
     */
    reply: FastifyReply;
  };

/** Example request for the documentation. The contract tests send it and expect the response to have `status`. */
export interface RouteExample {
  title: string;
  /** Status of the response if it differs from the route's usual one. */
  status?: 200;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

/** Definition of how a route answers `dryRun: true`, which requests only the expected cost. */
export interface DryRun<Input, Services, Dry extends TSchema> {
  /** Schema of the JSON answer, whose status is 200. */
  answer: Dry;
  /** Computes the answer. Creates and charges nothing. */
  handle(call: Input, deps: Services): Promise<Static<Dry>>;
}

/** Maximum size of a JSON body in bytes, for routes that state no other maximum. */
export const DEFAULT_BODY_LIMIT_BYTES = 64_000;

/**
 * Definition of a route, from which its OpenAPI operation, its checks and its tests are derived.
 * `name` is also the operation id. Each route is defined in the file for its resource.
 */
export interface RouteSpec<
  A extends Access,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
  Dry extends TSchema = TSchema,
> extends RouteShape<Params, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /**
   * Path with parameters in Fastify's notation. With `KeyAccess` it is the part below /v1, such as `/projects/:id`;
   * otherwise it is the complete path, such as `/api/developer/apps/:id`.
   */
  path: string;
  access: A;
  /** Whether test keys are refused, even if they have the scope. */
  liveOnly?: boolean;
  summary: string;
  /** Text of the OpenAPI operation below its summary; empty when absent. The routes of the API have one. */
  description?: string;
  /** Maximum size of the body in bytes. `DEFAULT_BODY_LIMIT_BYTES` when absent. */
  bodyLimitBytes?: number;
  /** Media types other than JSON that a successful response may have. */
  otherAnswers?: string[];
  /** Schemas of the headers of a successful response that other routes do not have. */
  answerHeaders?: Record<string, TSchema>;
  /** Error codes of this route, other than those that every route with the same access has. */
  errors: ErrorCode[];
  /** Values of `conflictCode` with which this route may answer 409 `invalid_request`. */
  conflicts?: readonly string[];
  examples: [RouteExample, ...RouteExample[]];
  /**
   * Returns an additional rate limit that the request counts against; null for none. The query is not yet checked.
   * Needs `KeyAccess`.
   */
  extraBucket?: (rawQuery: unknown) => Bucket | null;
  /**
   * Whether the call may wait for a farm node, a remote server, events or a slow upload.
   * Such a call does not count toward the account's limit of concurrent requests. The query is not yet checked.
   */
  waits?: (rawQuery: unknown) => boolean;
  /**
   * Returns the expected processor time of the call, in ms per unit of the document or body that it works on (see
   * `unitsOf`).
   * The result decides which worker threads an expensive call may use. Query and body are not yet checked.
   * `DOCUMENT_MS_PER_UNIT` when absent. Needs `KeyAccess`.
   */
  msPerUnit?: (rawQuery: unknown, rawBody: unknown) => number;
  /**
   * Returns a Redis key to read in the same round trip as the rate limit, or undefined. The path parameters are not yet
   * checked. Needs `KeyAccess`.
   */
  alongsideKey?: (rawParams: unknown) => string | undefined;
  handle(call: Call<A, Params, Query, Body>, deps: ServicesOf<A>): Promise<Static<Answer> | FastifyReply>;
  /** Definition of the response to bodies with `dryRun: true`. */
  dryRun?: DryRun<Call<A, Params, Query, Body>, ServicesOf<A>, Dry>;
}

const NoFields = Type.Object({});

/**
 * Route that is ready to be registered: its definition without type parameters, and a handler that checks its input.
 * A `Route` without a type argument is one of the API.
 */
export interface Route<A extends Access = KeyAccess>
  extends Omit<RouteSpec<A, TSchema, TSchema, TSchema, TSchema>, 'handle' | 'dryRun'> {
  params: TSchema;
  query: TSchema;
  description: string;
  /** Whether the route accepts a request body. */
  takesBody: boolean;
  /** Schema of the response to `dryRun: true`. When absent, the route does not support it. */
  dryAnswer?: TSchema;
  handler(deps: ServicesOf<A>): (request: FastifyRequest, reply: FastifyReply, pass: PassOf<A>) => Promise<unknown>;
}

/** Route of the API, the console or the Studio. */
export type AnyRoute = Route<KeyAccess> | Route<SessionAccess>;

/** Type of access that covers all routes with the same kind of credential: key or token, or session cookie. */
type WidestOf<A extends Access> = A extends KeyAccess ? KeyAccess : SessionAccess;

/** Creates a route from its definition. The input is checked before `handle` is called. */
export function defineRoute<
  A extends Access,
  Answer extends TSchema,
  Params extends TSchema = TObject,
  Query extends TSchema = TObject,
  Body extends TSchema = TObject,
  Dry extends TSchema = TSchema,
>(spec: RouteSpec<A, Params, Query, Body, Answer, Dry>): Route<WidestOf<A>>;
export function defineRoute(spec: RouteSpec<Access, TSchema, TSchema, TSchema, TSchema>): Route<Access> {
  const { handle, dryRun, ...described } = spec;
  return {
    description: '',
    ...described,
    ...(dryRun ? { dryAnswer: dryRun.answer } : {}),
    params: spec.params ?? NoFields,
    query: spec.query ?? NoFields,
    takesBody: spec.body !== undefined,
    handler(deps) {
      const io = createRouteIo(spec, deps.checkResponses === true);
      const dry =
        dryRun && createRouteIo({ ...spec, status: 200, answer: dryRun.answer }, deps.checkResponses === true);
      return async (request, reply, pass) => {
        const input = io.read(request);
        if ('caller' in pass) await requireReach(deps, spec.name, input, pass.caller);
        const call = { ...input, ...pass, request, reply };
        if (dry && isDry(input.body)) return dry.finish(await dryRun.handle(call, deps), request, reply);
        return io.finish(await handle(call, deps), request, reply);
      };
    },
  };
}

/** Whether a route is called with keys and tokens, as the routes of the API are. */
export function takesKeys(route: AnyRoute): route is Route {
  return !['session', 'admin', 'anyone'].includes(route.access);
}

function isDry(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
}

import type { ErrorCode } from '@framemill/timeline';
import { type Static, type TObject, type TSchema, Type } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { RouteServices } from '../deps.ts';
import type { Bucket } from '../limiter/limiter.ts';
import { type CheckedInput, createRouteIo, type RouteShape } from './route-io.ts';

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

/** Request with checked input. */
export interface Call<Params extends TSchema, Query extends TSchema, Body extends TSchema>
  extends CheckedInput<Params, Query, Body>,
    Pass {
  request: FastifyRequest;
  /**
   * Fastify reply, for setting headers and for responses other than JSON. A handler that sends the response itself
   * returns it.
   */
  reply: FastifyReply;
}

/** Example request for the documentation. The contract tests send it and expect the response to have `status`. */
export interface RouteExample {
  title: string;
  /** Status of the response if it differs from the route's usual one. */
  status?: 200;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

/** Definition of how a route answers `dryRun: true`, which requests only the expected cost. */
export interface DryRun<Input, Dry extends TSchema> {
  /** Schema of the JSON answer, whose status is 200. */
  answer: Dry;
  /** Computes the answer. Creates and charges nothing. */
  handle(call: Input, deps: RouteServices): Promise<Static<Dry>>;
}

/**
 * Definition of a route, from which its OpenAPI operation, its checks and its tests are derived.
 * `name` is also the operation id. Each route is defined in the file of its resource.
 */
export interface RouteSpec<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
  Dry extends TSchema = TSchema,
> extends RouteShape<Params, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below /v1, in Fastify's form: `/projects/:id`. */
  path: string;
  /** Scope that a call needs. `null`: any valid credential may call. */
  scope: Scope | null;
  /** Whether test keys are refused, even if they have the scope. */
  liveOnly?: boolean;
  summary: string;
  description: string;
  /** Maximum size of the body in bytes. Default 64 kB. */
  bodyLimitBytes?: number;
  /** Media types other than JSON that a successful response may have. */
  otherAnswers?: string[];
  /** Schemas of the headers of a successful response that other routes do not have. */
  answerHeaders?: Record<string, TSchema>;
  /** Error codes of this route, other than those of every route (see `commonErrors`). */
  errors: ErrorCode[];
  /** Values of `conflictCode` with which this route may answer 409 `invalid_request`. */
  conflicts?: readonly string[];
  examples: [RouteExample, ...RouteExample[]];
  /** Returns an additional rate limit that the request counts against; null for none. The query is not yet checked. */
  extraBucket?: (rawQuery: unknown) => Bucket | null;
  /**
   * Whether the call may wait for a farm node, a remote server or a slow upload.
   * Such a call does not count toward the account's limit of concurrent requests. The query is not yet checked.
   */
  waits?: (rawQuery: unknown) => boolean;
  /**
   * Returns the expected processor time of the call, in ms per unit of the document or body that it works on (see
   * `unitsOf`).
   * The result decides which worker threads an expensive call may use. Query and body are not yet checked.
   * `DOCUMENT_MS_PER_UNIT` when absent.
   */
  msPerUnit?: (rawQuery: unknown, rawBody: unknown) => number;
  /**
   * Returns a Redis key to read in the same round trip as the rate limit, or undefined. The path parameters are not yet
   * checked.
   */
  alongsideKey?: (rawParams: unknown) => string | undefined;
  handle(call: Call<Params, Query, Body>, deps: RouteServices): Promise<Static<Answer> | FastifyReply>;
  /** Definition of the response to bodies with `dryRun: true`. */
  dryRun?: DryRun<Call<Params, Query, Body>, Dry>;
}

/** Error codes that every route may return. */
export const commonErrors: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'plan_required',
  'access_suspended',
  'app_suspended',
  'rate_limited',
  'internal_error',
  'unavailable',
];

const NoFields = Type.Object({});

/**
 * Route that is ready to be registered: its definition without type parameters, and a handler that checks its input.
 */
export interface Route extends Omit<RouteSpec<TSchema, TSchema, TSchema, TSchema>, 'handle' | 'dryRun'> {
  params: TSchema;
  query: TSchema;
  /** Whether the route accepts a request body. */
  takesBody: boolean;
  /** Schema of the response to `dryRun: true`. When absent, the route does not support it. */
  dryAnswer?: TSchema;
  handler(deps: RouteServices): (request: FastifyRequest, reply: FastifyReply, pass: Pass) => Promise<unknown>;
}

/** Creates a route from its definition. The input is checked before `handle` is called. */
export function defineRoute<
  Answer extends TSchema,
  Params extends TSchema = TObject,
  Query extends TSchema = TObject,
  Body extends TSchema = TObject,
  Dry extends TSchema = TSchema,
>(spec: RouteSpec<Params, Query, Body, Answer, Dry>): Route {
  const { handle, dryRun, ...described } = spec;
  return {
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
        const call = { ...input, ...pass, request, reply };
        if (dry && isDry(input.body)) return dry.finish(await dryRun.handle(call, deps), request, reply);
        return io.finish(await handle(call, deps), request, reply);
      };
    },
  };
}

function isDry(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true;
}

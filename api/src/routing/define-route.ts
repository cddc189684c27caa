import type { ErrorCode } from '@framemill/timeline';
import { type Static, type TObject, type TSchema, Type } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { RouteServices } from '../deps.ts';
import type { Bucket } from '../limiter/limiter.ts';
import { type CheckedInput, createRouteIo, type RouteShape } from './route-io.ts';

/** What the gate (authentication, scope, limiter) leaves for the handler. */
export interface Pass {
  caller: Caller;
  /** Value of the key that the route asked to be read along with the limiter; null when absent. */
  alongside: string | null;
  /** The bucket beside the general one that the request was counted against. */
  extra?: Bucket;
}

/** One checked request. */
export interface Call<Params extends TSchema, Query extends TSchema, Body extends TSchema>
  extends CheckedInput<Params, Query, Body>,
    Pass {
  request: FastifyRequest;
  /** For headers and raw answers; a handler that sends by itself returns it. */
  reply: FastifyReply;
}

/** Request shown in the documentation; the contract tests send it and expect `status`. */
export interface RouteExample {
  title: string;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

/** What a route's file states about it; everything else (OpenAPI, where `name` is the operation id, gate, tests) is derived. */
export interface RouteSpec<Params extends TSchema, Query extends TSchema, Body extends TSchema, Answer extends TSchema>
  extends RouteShape<Params, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /v1, in Fastify's form: `/projects/:id`. */
  path: string;
  /** null: any valid credential. */
  scope: Scope | null;
  summary: string;
  description: string;
  /** Largest body in bytes; 64 kB when absent. */
  bodyLimitBytes?: number;
  /** Other media types that a success may have instead. */
  otherAnswers?: string[];
  /** Headers of a success beside those of every answer, with their schemas. */
  answerHeaders?: Record<string, TSchema>;
  /** Codes that this route may answer beside those that every route may (see `commonErrors`). */
  errors: ErrorCode[];
  /** Values of `conflictCode` with which this route may answer 409 `invalid_request`. */
  conflicts?: readonly string[];
  examples: [RouteExample, ...RouteExample[]];
  /** A bucket that the request counts against beside the general one. Sees the query before it is checked. */
  extraBucket?: (rawQuery: unknown) => Bucket | null;
  /**
   * Whether the call may wait for a node, an address or a slow upload. Others of the account do not wait for it then. Sees the
   * query before it is checked.
   */
  waits?: (rawQuery: unknown) => boolean;
  /** A Redis key to read in the limiter's round trip. Sees the path's fields before they are checked. */
  alongsideKey?: (rawParams: unknown) => string | undefined;
  handle(call: Call<Params, Query, Body>, deps: RouteServices): Promise<Static<Answer> | FastifyReply>;
}

/** Codes that every route may answer. */
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

/** A route ready to be registered: the spec without its types, and a handler that checks its input. */
export interface Route extends Omit<RouteSpec<TSchema, TSchema, TSchema, TSchema>, 'handle'> {
  params: TSchema;
  query: TSchema;
  /** Whether a body is expected. */
  takesBody: boolean;
  handler(deps: RouteServices): (request: FastifyRequest, reply: FastifyReply, pass: Pass) => Promise<unknown>;
}

/** Makes a route of its spec. The input is checked before `handle` sees it. */
export function defineRoute<
  Answer extends TSchema,
  Params extends TSchema = TObject,
  Query extends TSchema = TObject,
  Body extends TSchema = TObject,
>(spec: RouteSpec<Params, Query, Body, Answer>): Route {
  const { handle, ...described } = spec;
  return {
    ...described,
    params: spec.params ?? NoFields,
    query: spec.query ?? NoFields,
    takesBody: spec.body !== undefined,
    handler(deps) {
      const io = createRouteIo(spec, deps.checkResponses === true);
      return async (request, reply, pass) =>
        io.finish(await handle({ ...io.read(request), ...pass, request, reply }, deps), request, reply);
    },
  };
}

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
  /** When it is not the route's. */
  status?: 200;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

/** What a route answers when it is only asked what the request would take. */
export interface DryRun<Input, Dry extends TSchema> {
  /** Schema of the JSON answer, whose status is 200. */
  answer: Dry;
  /** Creates and charges nothing. */
  handle(call: Input, deps: RouteServices): Promise<Static<Dry>>;
}

/** What a route's file states about it; everything else (OpenAPI, where `name` is the operation id, gate, tests) is derived. */
export interface RouteSpec<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
  Dry extends TSchema = TSchema,
> extends RouteShape<Params, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /v1, in Fastify's form: `/projects/:id`. */
  path: string;
  /** null: any valid credential. */
  scope: Scope | null;
  /** True: test keys do not have the scope here, whatever was granted. */
  liveOnly?: boolean;
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
  /**
   * Processor time of the call, ms for each unit of the document or body that it works on (see `unitsOf`), from its query and
   * body before they are checked; `DOCUMENT_MS_PER_UNIT` when absent. It decides which threads a heavy call may take.
   */
  msPerUnit?: (rawQuery: unknown, rawBody: unknown) => number;
  /** A Redis key to read in the limiter's round trip. Sees the path's fields before they are checked. */
  alongsideKey?: (rawParams: unknown) => string | undefined;
  handle(call: Call<Params, Query, Body>, deps: RouteServices): Promise<Static<Answer> | FastifyReply>;
  /** For bodies with `dryRun: true`. */
  dryRun?: DryRun<Call<Params, Query, Body>, Dry>;
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
export interface Route extends Omit<RouteSpec<TSchema, TSchema, TSchema, TSchema>, 'handle' | 'dryRun'> {
  params: TSchema;
  query: TSchema;
  /** Whether a body is expected. */
  takesBody: boolean;
  /** Schema of the answer to `dryRun: true`; absent: the route has none. */
  dryAnswer?: TSchema;
  handler(deps: RouteServices): (request: FastifyRequest, reply: FastifyReply, pass: Pass) => Promise<unknown>;
}

/** Makes a route of its spec. The input is checked before `handle` sees it. */
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

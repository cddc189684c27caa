import type { ErrorCode } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { RouteServices } from '../deps.ts';
import { inputReader } from '../http/input.ts';
import type { Bucket } from '../limiter/limiter.ts';

/** What the gate (authentication, scope, limiter) leaves for the handler. */
export interface Pass {
  caller: Caller;
  /** Value of the key that the route asked to be read along with the limiter; null when absent. */
  alongside: string | null;
}

/** One checked request. */
export interface Call<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  caller: Caller;
  /** See `Pass.alongside`. */
  alongside: string | null;
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

/** What a route's file states about it; everything else (OpenAPI, gate, tests) is derived. */
export interface RouteSpec<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> {
  /** The file's name and the OpenAPI operation id, kebab-case. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /v1, in Fastify's form: `/projects/:id`. */
  path: string;
  /** null: any valid credential. */
  scope: Scope | null;
  summary: string;
  description: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Largest body in bytes; 1 MB when absent. */
  bodyLimitBytes?: number;
  /** Status of a success. */
  status: 200 | 201 | 202;
  /** Schema of the JSON answer of a success. */
  answer: Answer;
  /** Other media types that a success may have instead. */
  otherAnswers?: string[];
  /** Headers of a success beside those of every answer, with their schemas. */
  answerHeaders?: Record<string, TSchema>;
  /** Content type of the request when it is not JSON. */
  consumes?: 'multipart/form-data';
  /** Codes that this route may answer beside those that every route may (see `commonErrors`). */
  errors: ErrorCode[];
  examples: [RouteExample, ...RouteExample[]];
  /** A bucket that the request counts against beside the general one. Sees the query before it is checked. */
  extraBucket?: (rawQuery: unknown) => Bucket | null;
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
      const readParams = spec.params && inputReader(spec.params, 'path');
      const readQuery = spec.query && inputReader(spec.query, 'query');
      const readBody = spec.body && spec.consumes === undefined ? inputReader(spec.body, 'body') : undefined;
      const checkAnswer = deps.checkResponses ? inputReader(spec.answer, 'body') : undefined;
      return async (request, reply, pass) => {
        const answer = await handle(
          {
            params: readParams?.(request.params) as Static<Params>,
            query: readQuery?.(request.query) as Static<Query>,
            body: readBody?.(request.body) as Static<Body>,
            caller: pass.caller,
            alongside: pass.alongside,
            request,
            reply,
          },
          deps,
        );
        if (answer === reply) return reply;
        if (checkAnswer) assertAnswer(spec.name, checkAnswer, answer);
        reply.code(spec.status);
        return answer;
      };
    },
  };
}

function assertAnswer(name: string, check: (value: unknown) => unknown, answer: unknown): void {
  try {
    // As the client sees it: dates are text by then.
    check(JSON.parse(JSON.stringify(answer)));
  } catch (cause) {
    throw new Error(`The answer of ${name} does not fit its schema: ${String(cause)}`, { cause });
  }
}

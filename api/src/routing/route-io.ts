import type { Static, TSchema } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredFields } from '../http/ignored-fields.ts';
import { inputReader, refuseUnstorable } from '../http/input.ts';

/** Input and output of a route, as its definition states them. */
export interface RouteShape<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> {
  /** Name of the route's file, in kebab-case. */
  name: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Whether a request without a body counts as one with an empty object. */
  bodyOptional?: true;
  /** Content type of the request when it is not JSON. */
  consumes?: 'multipart/form-data';
  /** Status of a successful answer. */
  status: 200 | 201 | 202;
  /** Schema of a successful JSON answer. */
  answer: Answer;
}

/** Checked input of a request. A part that the route does not accept is `undefined`. */
export interface CheckedInput<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
}

/**
 * Compiles the functions that check a route's input and output.
 * With `checkAnswers`, a response that does not match its schema becomes an error.
 */
export function createRouteIo<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
>(shape: RouteShape<Params, Query, Body, Answer>, checkAnswers: boolean) {
  const readParams = shape.params && inputReader(shape.params, 'path');
  const readQuery = shape.query && inputReader(shape.query, 'query');
  const readBody = shape.body && shape.consumes === undefined ? inputReader(shape.body, 'body') : undefined;
  const checkAnswer = checkAnswers ? inputReader(shape.answer, 'body') : undefined;
  return {
    /**
     * Checks and returns the input.
     * Throws `invalid_request` when it does not match. A body that is not JSON is not checked here, but by the handler.
     */
    read(request: FastifyRequest): CheckedInput<Params, Query, Body> {
      // Bodies were checked when they were parsed.
      refuseUnstorable('path', request.params);
      refuseUnstorable('query', request.query);
      return {
        params: readParams?.(request.params) as Static<Params>,
        query: readQuery?.(request.query) as Static<Query>,
        body: readBody?.(request.body ?? (shape.bodyOptional ? {} : undefined)) as Static<Body>,
      };
    },
    /**
     * Returns the value for the framework to send: the handler's result with the list of ignored body fields.
     * If the handler has already sent the response, returns the reply.
     */
    finish(answer: Static<Answer> | FastifyReply, request: FastifyRequest, reply: FastifyReply): unknown {
      if (answer === reply) return reply;
      const ignored = readBody ? ignoredFields(shape.body, request.body) : [];
      const whole = ignored.length > 0 && typeof answer === 'object' ? { ...answer, ignored } : answer;
      if (checkAnswer) assertAnswer(shape.name, checkAnswer, whole);
      reply.code(shape.status);
      return whole;
    },
  };
}

function assertAnswer(name: string, check: (value: unknown) => unknown, answer: unknown): void {
  try {
    // Check the JSON form that the client receives, in which dates are text.
    check(JSON.parse(JSON.stringify(answer)));
  } catch (cause) {
    throw new Error(`The answer of ${name} does not fit its schema: ${String(cause)}`, { cause });
  }
}

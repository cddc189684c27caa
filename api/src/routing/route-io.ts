import type { Static, TSchema } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredFields } from '../http/ignored-fields.ts';
import { inputReader, refuseUnstorable } from '../http/input.ts';

/** What a route takes and answers, as its file states it. */
export interface RouteShape<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> {
  /** The file's name, kebab-case. */
  name: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A request without a body is one with an empty object. */
  bodyOptional?: true;
  /** Content type of the request when it is not JSON. */
  consumes?: 'multipart/form-data';
  /** Status of a success. */
  status: 200 | 201 | 202;
  /** Schema of the JSON answer of a success. */
  answer: Answer;
}

/** What a request brought, checked. Undefined where the route takes nothing. */
export interface CheckedInput<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
}

/** Compiles the shape of a route. With `checkAnswers`, an answer that does not fit its schema becomes an error. */
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
    /** Throws `invalid_request` for what does not fit. A body that is not JSON is left to the handler. */
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
     * What the framework is to send for the answer of a handler, which is the reply itself when it was sent by then. Fields of the
     * body that nobody read are named in it.
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
    // As the client sees it: dates are text by then.
    check(JSON.parse(JSON.stringify(answer)));
  } catch (cause) {
    throw new Error(`The answer of ${name} does not fit its schema: ${String(cause)}`, { cause });
  }
}

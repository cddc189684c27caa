import type { ErrorCode } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { ConsoleServices } from '../deps.ts';
import { inputReader } from '../http/input.ts';
import type { RouteExample } from '../routing/define-route.ts';
import type { SessionCaller } from '../sessions/session-gate.ts';

/** One checked request of a console page. */
export interface ConsoleCall<Params extends TSchema, Query extends TSchema, Body extends TSchema, Session> {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Who may call: a signed-in person, or anyone (sign-up, sign-in), who has no session then. */
interface SessionOf {
  session: SessionCaller;
  anyone: null;
}

/** What a console route's file states about it. These routes are the console's own and stand in no public document. */
export interface ConsoleRouteSpec<
  Access extends keyof SessionOf,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> {
  /** The file's name, kebab-case. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The whole path in Fastify's form: `/api/developer/apps/:id`. */
  path: string;
  access: Access;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  status: 200 | 201;
  answer: Answer;
  /** Codes beside those that every console route may answer. */
  errors: ErrorCode[];
  /** Requests as they go in; documentation. */
  examples: [RouteExample, ...RouteExample[]];
  handle(
    call: ConsoleCall<Params, Query, Body, SessionOf[Access]>,
    deps: ConsoleServices,
  ): Promise<Static<Answer> | FastifyReply>;
}

/** A console route ready to be registered. */
export interface ConsoleRoute {
  name: string;
  method: ConsoleRouteSpec<'session', TSchema, TSchema, TSchema, TSchema>['method'];
  path: string;
  access: keyof SessionOf;
  summary: string;
  /** Whether a body is expected. */
  takesBody: boolean;
  examples: RouteExample[];
  handler(
    deps: ConsoleServices,
  ): (request: FastifyRequest, reply: FastifyReply, session: SessionCaller | null) => Promise<unknown>;
}

/** Makes a console route of its spec. The input is checked before `handle` sees it. */
export function defineConsoleRoute<
  Access extends keyof SessionOf,
  Answer extends TSchema,
  Params extends TSchema = TObject,
  Query extends TSchema = TObject,
  Body extends TSchema = TObject,
>(spec: ConsoleRouteSpec<Access, Params, Query, Body, Answer>): ConsoleRoute {
  const { name, method, path, access, summary, examples } = spec;
  return {
    ...{ name, method, path, access, summary, examples },
    takesBody: spec.body !== undefined,
    handler(deps) {
      const readParams = spec.params && inputReader(spec.params, 'path');
      const readQuery = spec.query && inputReader(spec.query, 'query');
      const readBody = spec.body && inputReader(spec.body, 'body');
      const checkAnswer = deps.checkResponses ? inputReader(spec.answer, 'body') : undefined;
      return async (request, reply, session) => {
        const answer = await spec.handle(
          {
            params: readParams?.(request.params) as Static<Params>,
            query: readQuery?.(request.query) as Static<Query>,
            body: readBody?.(request.body) as Static<Body>,
            session: session as SessionOf[Access],
            request,
            reply,
          },
          deps,
        );
        if (answer === reply) return reply;
        checkAnswer?.(JSON.parse(JSON.stringify(answer)));
        reply.code(spec.status);
        return answer;
      };
    },
  };
}

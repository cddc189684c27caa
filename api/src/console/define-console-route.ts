import type { Static, TObject, TSchema } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import type { Route, RouteSpec } from '../routing/define-route.ts';
import { type CheckedInput, createRouteIo, type RouteShape } from '../routing/route-io.ts';
import type { SessionCaller } from '../sessions/session-gate.ts';

/** One checked request of a console page. */
export interface ConsoleCall<Params extends TSchema, Query extends TSchema, Body extends TSchema, Session>
  extends CheckedInput<Params, Query, Body> {
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Who may call: a signed-in person, an admin (others get `not_found`), or anyone (sign-up, sign-in), who has no session then. */
interface SessionOf {
  session: SessionCaller;
  admin: SessionCaller;
  anyone: null;
}

/** What a console route's file states about it. These routes are the console's own; /docs/console shows them. */
export interface ConsoleRouteSpec<
  Access extends keyof SessionOf,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> extends RouteShape<Params, Query, Body, Answer>,
    Pick<RouteSpec<Params, Query, Body, Answer>, 'method' | 'summary' | 'errors' | 'conflicts' | 'examples'> {
  /** The whole path in Fastify's form: `/api/developer/apps/:id`. */
  path: string;
  access: Access;
  /** Whether it waits for nodes, other servers or events: then other requests of the account do not wait for it. Default false. */
  waits?: boolean;
  handle(
    call: ConsoleCall<Params, Query, Body, SessionOf[Access]>,
    deps: ConsoleServices,
  ): Promise<Static<Answer> | FastifyReply>;
}

/** A console route ready to be registered. */
export interface ConsoleRoute
  extends Pick<Route, 'name' | 'method' | 'path' | 'summary' | 'takesBody' | 'examples' | 'errors'> {
  access: keyof SessionOf;
  /** See `ConsoleRouteSpec`. */
  waits: boolean;
  /** Values of `conflictCode` that it may answer. */
  conflicts: readonly string[];
  /** What it takes and answers. */
  shape: RouteShape<TSchema, TSchema, TSchema, TSchema>;
  /** Whether a request without a body is one with an empty object. */
  bodyOptional: boolean;
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
  const { name, method, path, access, summary, examples, errors, conflicts = [], waits = false } = spec;
  return {
    ...{ name, method, path, access, summary, examples, errors, conflicts, waits },
    shape: spec,
    takesBody: spec.body !== undefined,
    bodyOptional: spec.bodyOptional === true,
    handler(deps) {
      const io = createRouteIo(spec, deps.checkResponses === true);
      return async (request, reply, session) => {
        const call = { ...io.read(request), session: session as SessionOf[Access], request, reply };
        return io.finish(await spec.handle(call, deps), request, reply);
      };
    },
  };
}

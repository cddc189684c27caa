import type { Static, TObject, TSchema } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import type { Route, RouteSpec } from '../routing/define-route.ts';
import { type CheckedInput, createRouteIo, type RouteShape } from '../routing/route-io.ts';
import type { SessionCaller } from '../sessions/session-guard.ts';

/** Validated request to a console route. */
export interface ConsoleCall<Params extends TSchema, Query extends TSchema, Body extends TSchema, Session>
  extends CheckedInput<Params, Query, Body> {
  session: Session;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Type of the session for each level of access.
 * `session`: a signed-in person. `admin`: an admin; others get `not_found`. `anyone`: no session, as for sign-up and
 * sign-in.
 */
interface SessionOf {
  session: SessionCaller;
  admin: SessionCaller;
  anyone: null;
}

/**
 * Definition of a console route, from which `defineConsoleRoute` creates the route.
 * Console routes manage apps, keys and accounts, and are documented at /docs/console.
 */
export interface ConsoleRouteSpec<
  Access extends keyof SessionOf,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
> extends RouteShape<Params, Query, Body, Answer>,
    Pick<RouteSpec<Params, Query, Body, Answer>, 'method' | 'summary' | 'errors' | 'conflicts' | 'examples'> {
  /** Full path in Fastify's form, such as `/api/developer/apps/:id`. */
  path: string;
  access: Access;
  /**
   * Whether the route waits for farm nodes, other servers or events. Such a route does not count toward the account's
   * limit of concurrent requests. Default false.
   */
  waits?: boolean;
  handle(
    call: ConsoleCall<Params, Query, Body, SessionOf[Access]>,
    deps: ConsoleServices,
  ): Promise<Static<Answer> | FastifyReply>;
}

/** Console route that is ready to be registered. */
export interface ConsoleRoute
  extends Pick<Route, 'name' | 'method' | 'path' | 'summary' | 'takesBody' | 'examples' | 'errors'> {
  access: keyof SessionOf;
  /** Whether the route waits for other systems; see `ConsoleRouteSpec`. */
  waits: boolean;
  /** Values of `conflictCode` that the route may return. */
  conflicts: readonly string[];
  /** Schemas of the route's input and response. */
  shape: RouteShape<TSchema, TSchema, TSchema, TSchema>;
  /** Whether a request without a body is treated as one with an empty object. */
  bodyOptional: boolean;
  handler(
    deps: ConsoleServices,
  ): (request: FastifyRequest, reply: FastifyReply, session: SessionCaller | null) => Promise<unknown>;
}

/** Creates a console route from its definition. The input is validated before `handle` is called. */
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

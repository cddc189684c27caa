import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseRestricted } from '../account/restriction.ts';
import { ownOriginsOf, refuseOtherSites } from './same-site.ts';
import { sessionCookie } from './session-cookie.ts';
import { beginSession, endSession, findSession, type StoredSession } from './session-store.ts';

/** Signed-in caller. */
export interface SessionCaller {
  sessionId: string;
  accountId: string;
  email: string;
  /** Id of the account's plan. */
  plan: string;
  role: 'user' | 'admin';
}

/** Creates, checks and ends sessions. The session of a request is that of its cookie. */
export interface SessionGate {
  /** Starts a session of an account and sets its cookie on the response. */
  begin(reply: FastifyReply, accountId: string): Promise<void>;
  /** Ends the session of the request's cookie, if there is one, and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Throws `unauthorized` for a request from another site. Used by routes that need no session. */
  ownPages(request: FastifyRequest): void;
  /**
   * Returns the signed-in caller.
   * Throws `unauthorized` without a valid session and for requests from other sites, and `access_suspended` for
   * restricted accounts.
   */
  session(request: FastifyRequest): Promise<SessionCaller>;
  /** Returns the signed-in caller like `session`, but throws `not_found` unless the caller is an admin. */
  admin(request: FastifyRequest): Promise<SessionCaller>;
}

/** Dependencies of the session guard. `apiHost` and `authUrl` are public addresses without a trailing slash. */
export interface SessionGateDeps {
  database: Database;
  apiHost: string;
  authUrl: string;
  /** Address at which account owners can object to a restriction: a page or a `mailto:` URL. */
  appealUrl: string;
}

/** Creates the session guard of a service. The cookie plugin must be registered before the routes that use it. */
export function createSessionGate(deps: SessionGateDeps): SessionGate {
  const cookie = sessionCookie(deps.apiHost);
  const ownOrigins = ownOriginsOf([deps.apiHost, deps.authUrl]);

  async function session(request: FastifyRequest): Promise<SessionCaller> {
    refuseOtherSites(request, ownOrigins);
    const token = cookie.read(request.cookies);
    const found = token === null ? null : await findSession(deps.database, token);
    if (!found)
      throw new FramemillError('unauthorized', 'There is no valid session. Sign in with POST /api/auth/sign-in.');
    refuseRestricted(found.account, deps.appealUrl);
    return callerOf(found);
  }

  return {
    async begin(reply, accountId) {
      cookie.put(reply, await beginSession(deps.database, accountId));
    },
    async end(request, reply) {
      const token = cookie.read(request.cookies);
      if (token !== null) await endSession(deps.database, token);
      cookie.clear(reply);
    },
    ownPages: (request) => refuseOtherSites(request, ownOrigins),
    session,
    async admin(request) {
      const caller = await session(request);
      if (caller.role === 'admin') return caller;
      throw new FramemillError('not_found', 'There is no such page.');
    },
  };
}

function callerOf({ id, account }: StoredSession): SessionCaller {
  const role = account.role === 'admin' ? 'admin' : 'user';
  return { sessionId: id, accountId: account.id, email: account.email, plan: account.plan, role };
}

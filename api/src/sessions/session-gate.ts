import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseRestricted } from '../account/restriction.ts';
import { ownOriginsOf, refuseOtherSites } from './same-site.ts';
import { sessionCookie } from './session-cookie.ts';
import { beginSession, endSession, findSession, type StoredSession } from './session-store.ts';

/** Who is signed in. */
export interface SessionCaller {
  sessionId: string;
  accountId: string;
  email: string;
  /** Id of the plan. */
  plan: string;
  role: 'user' | 'admin';
}

/** Signs people in and out, and lets those who are signed in into routes; the session is that of the request's cookie. */
export interface SessionGate {
  /** Begins a session of an account and puts its cookie into the answer. */
  begin(reply: FastifyReply, accountId: string): Promise<void>;
  /** Ends the session of the cookie, if there is one, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Throws `unauthorized` for a request of another site. For routes that need no session. */
  ownPages(request: FastifyRequest): void;
  /** Throws `unauthorized` without a live session and for requests of other sites, `access_suspended` for restricted accounts. */
  session(request: FastifyRequest): Promise<SessionCaller>;
  /** As `session`; others than admins get `not_found`, as if there were nothing. */
  admin(request: FastifyRequest): Promise<SessionCaller>;
}

/** What the gate works with. `apiHost` and `authUrl` are public addresses without a slash at their ends. */
export interface SessionGateDeps {
  database: Database;
  apiHost: string;
  authUrl: string;
  /** Where people object to a restriction: a page or a mailto: address. */
  appealUrl: string;
}

/** The gate of a service. The cookie plugin must be registered before the routes that use it. */
export function createSessionGate(deps: SessionGateDeps): SessionGate {
  const cookie = sessionCookie(deps.apiHost);
  const ownOrigins = ownOriginsOf([deps.apiHost, deps.authUrl]);

  async function session(request: FastifyRequest): Promise<SessionCaller> {
    refuseOtherSites(request, ownOrigins);
    const token = cookie.read(request.cookies);
    const found = token === null ? null : await findSession(deps.database, token);
    if (!found) throw new FramemillError('unauthorized', 'Nobody is signed in. Sign in with POST /api/auth/sign-in.');
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

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseRestricted } from '../account/account-facts.ts';
import { beginSession, endSession, findSession, SESSION_DAYS, type StoredSession } from './session-store.ts';

/**
 * Reader and writer of the session cookie.
 * Scripts cannot read the cookie, and browsers do not send it with requests made by other sites.
 */
export interface SessionCookie {
  name: string;
  /** Returns the token from a request's parsed cookies; null when there is none. */
  read(cookies: Record<string, string | undefined>): string | null;
  put(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** Form of a session token. Values of any other form are ignored. */
const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Host names of the local machine, as written in URLs. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Signed-in caller. */
export interface SessionCaller {
  sessionId: string;
  accountId: string;
  email: string;
  /** Id of the plan that the caller's account has. */
  plan: string;
  role: 'user' | 'admin';
}

/** Creates, checks and ends sessions. A request belongs to the session that its cookie names. */
export interface SessionGuard {
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
  /** Returns the signed-in caller. Throws the errors of `session`, and `not_found` unless the caller is an admin. */
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
export function createSessionGuard(deps: SessionGateDeps): SessionGuard {
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
      throw new FramemillError('not_found', 'There is no such page. Check the address.');
    },
  };
}

function callerOf({ id, account }: StoredSession): SessionCaller {
  const role = account.role === 'admin' ? 'admin' : 'user';
  return { sessionId: id, accountId: account.id, email: account.email, plan: account.plan, role };
}

/**
 * Creates the session cookie of a service at `publicUrl`.
 * With https it is `Secure` and has the `__Host-` prefix, so that no other host of the same domain can set it. With
 * `SameSite=Lax` the cookie is sent when the user follows a link from another site, as OAuth requires. It is not sent
 * with another site's forms or fetches.
 */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-framemill_session' : 'framemill_session';
  const flags: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return {
    name,
    read(cookies) {
      const token = cookies[name];
      return token !== undefined && TOKEN_TEXT.test(token) ? token : null;
    },
    put(reply, token) {
      reply.setCookie(name, token, { ...flags, maxAge: SESSION_DAYS * 86_400 });
    },
    clear(reply) {
      reply.clearCookie(name, flags);
    },
  };
}

/**
 * Returns the origins (scheme, host and port) of a service with these public addresses.
 * For a service on the local machine, all local host names count, since no other site can have them.
 */
export function ownOriginsOf(publicUrls: readonly string[]): ReadonlySet<string> {
  const origins = new Set<string>();
  for (const text of publicUrls) {
    const url = new URL(text);
    origins.add(url.origin);
    if (!LOOPBACK_HOSTS.includes(url.hostname)) continue;
    for (const hostname of LOOPBACK_HOSTS) origins.add(Object.assign(new URL(text), { hostname }).origin);
  }
  return origins;
}

/**
 * Throws `unauthorized` for a state-changing request whose `Origin` is not one of `ownOrigins`.
 * The `Host` header is not checked instead, because another site can point a domain name of its own to this server.
 * Browsers always send `Origin` with such requests, and every other client that uses a session must send it too.
 */
function refuseOtherSites(request: FastifyRequest, ownOrigins: ReadonlySet<string>): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin } = request.headers;
  if (origin !== undefined && ownOrigins.has(origin)) return;
  const problem = origin === undefined ? 'The request has no Origin header' : 'The request comes from another site';
  const [example] = ownOrigins;
  throw new FramemillError(
    'unauthorized',
    `${problem}. Sessions work only for this service's own pages. Send "Origin: ${example}".`,
  );
}

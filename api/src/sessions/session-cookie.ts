import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { SESSION_DAYS } from './session-store.ts';

/** Session cookie. Scripts cannot read it, and browsers do not send it with requests made by other sites. */
export interface SessionCookie {
  name: string;
  /** Returns the token from a request's parsed cookies; null when there is none. */
  read(cookies: Record<string, string | undefined>): string | null;
  put(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** Form of a session token. Values of any other form are ignored. */
const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/;

/**
 * Creates the session cookie of a service at `publicUrl`.
 * With https it is `Secure` and has the `__Host-` prefix, so that no sibling host can set it. With `SameSite=Lax` it is
 * sent when a link of another site is opened (OAuth starts that way), but not with another site's forms or fetches.
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

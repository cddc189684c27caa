import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { SESSION_DAYS } from './session-store.ts';

/** The cookie that carries a session: readable by the server alone, and not sent with requests that other sites make. */
export interface SessionCookie {
  name: string;
  /** Token in a `Cookie` header's parsed cookies; null when there is none. */
  read(cookies: Record<string, string | undefined>): string | null;
  put(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** Longer values are no tokens of ours. */
const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie of a service at `publicUrl`. With https it is `Secure` and has the `__Host-` prefix, so that no sibling host
 * can set it. `SameSite=Lax`: a link from elsewhere finds a signed-in user (OAuth begins that way), a form or fetch does not.
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

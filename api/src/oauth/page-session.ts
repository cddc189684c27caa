import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';
import type { SessionCaller, SessionGate } from '../sessions/session-gate.ts';

/**
 * Returns the signed-in caller of a page request, or null when the page must show the sign-in form.
 * Throws `access_suspended` for restricted accounts.
 */
export async function signedIn(sessions: SessionGate, request: FastifyRequest): Promise<SessionCaller | null> {
  sessions.ownPages(request);
  try {
    return await sessions.session(request);
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'unauthorized') return null;
    throw error;
  }
}

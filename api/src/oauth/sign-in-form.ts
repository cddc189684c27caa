import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../account/credentials.ts';
import type { ConsoleServices } from '../deps.ts';
import { statusOf } from '../http/error-catalog.ts';
import { putRetryAfter } from '../http/error-reply.ts';
import type { SessionCaller, SessionGuard } from '../sessions/session-guard.ts';
import { type SignInView, sendPage, signInPage } from './pages.ts';

/**
 * Handles the sign-in form and returns the account's id.
 * Returns null when the sign-in failed; the form with the error is then already sent.
 */
export async function signInByForm(
  deps: ConsoleServices,
  request: FastifyRequest,
  reply: FastifyReply,
  view: Pick<SignInView, 'action' | 'appName'>,
): Promise<string | null> {
  deps.sessions.ownPages(request);
  const email = formField(request.body, 'email');
  const password = formField(request.body, 'password');
  try {
    const account = await checkPassword(deps, { email, password, address: request.ip });
    await deps.sessions.begin(reply, account.id);
    return account.id;
  } catch (error) {
    if (!(error instanceof FramemillError) || !shown.has(error.code)) throw error;
    reply.code(statusOf(error.code, error.details));
    putRetryAfter(reply, error);
    await sendPage(reply, signInPage({ ...view, email, problem: error.message }));
    return null;
  }
}

const shown = new Set<string>(['unauthorized', 'rate_limited', 'access_suspended']);

/**
 * Returns the text of a form field; empty when it is absent.
 * Throws `invalid_request` for text that the database cannot store, or with more than 1,000 characters.
 */
export function formField(body: unknown, name: string): string {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const value: unknown = entries.find(([key]) => key === name)?.[1];
  if (typeof value !== 'string') return '';
  if (value.length <= 1_000 && !value.includes('\0') && value.isWellFormed()) return value;
  throw new FramemillError(
    'invalid_request',
    `The field ${name} is too long or contains unusable characters. Enter it again.`,
  );
}

/**
 * Returns the signed-in caller of a page request, or null when the page must show the sign-in form.
 * Throws `access_suspended` for restricted accounts.
 */
export async function signedIn(sessions: SessionGuard, request: FastifyRequest): Promise<SessionCaller | null> {
  sessions.ownPages(request);
  try {
    return await sessions.session(request);
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'unauthorized') return null;
    throw error;
  }
}

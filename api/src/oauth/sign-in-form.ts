import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../account/check-password.ts';
import type { ConsoleServices } from '../deps.ts';
import { statusOf } from '../http/error-catalog.ts';
import { putRetryAfter } from '../http/error-reply.ts';
import { formField } from './form-body.ts';
import { sendPage } from './pages/page.ts';
import { type SignInView, signInPage } from './pages/sign-in-page.ts';

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

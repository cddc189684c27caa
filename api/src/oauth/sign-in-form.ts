import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPassword } from '../account/check-password.ts';
import type { ConsoleServices } from '../deps.ts';
import { beginSession } from '../sessions/session-store.ts';
import { formField } from './form-body.ts';
import { sendPage } from './pages/page.ts';
import { type SignInView, signInPage } from './pages/sign-in-page.ts';

/**
 * Signs in whoever sent the sign-in form and returns the account's id; null when that failed and the form was shown again
 * with what was wrong.
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
    deps.sessions.cookie.put(reply, await beginSession(deps.database, account.id));
    return account.id;
  } catch (error) {
    if (!(error instanceof FramemillError) || !shown.has(error.code)) throw error;
    reply.code(error.code === 'rate_limited' ? 429 : error.code === 'unauthorized' ? 401 : 403);
    await sendPage(reply, signInPage({ ...view, email, problem: error.message }));
    return null;
  }
}

const shown = new Set<string>(['unauthorized', 'rate_limited', 'access_suspended']);

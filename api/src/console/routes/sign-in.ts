import { Type } from '@framemill/timeline/typebox';
import { checkPassword } from '../../account/check-password.ts';
import { SignedInSchema, signedIn } from '../../account/signed-in.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/auth/sign-in`: starts a session and sets its cookie. */
export const signIn = defineConsoleRoute({
  name: 'sign-in',
  method: 'POST',
  path: '/api/auth/sign-in',
  access: 'anyone',
  summary: 'Sign in; the answer sets the cookie of the session',
  body: Type.Object({ email: Type.String({ maxLength: 255 }), password: Type.String({ maxLength: 200 }) }),
  status: 200,
  answer: SignedInSchema,
  errors: ['unauthorized', 'access_suspended', 'rate_limited'],
  examples: [{ title: 'Sign in', body: { email: 'ann@example.org', password: 'correct horse battery' } }],
  async handle({ body, request, reply }, deps) {
    const account = await checkPassword(deps, { ...body, address: request.ip });
    await deps.sessions.begin(reply, account.id);
    return signedIn(account);
  },
});

import { Type } from '@framemill/timeline/typebox';
import { SignedInSchema, signedIn } from '../../account/account-record.ts';
import { AddressTaken, createAccount } from '../../account/create-account.ts';
import { checkPassword, MIN_PASSWORD_LENGTH, normalEmail } from '../../account/credentials.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Route `POST /api/auth/sign-up`: creates an account on the smallest plan. */
export const signUp = defineRoute({
  name: 'sign-up',
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'anyone',
  summary: 'Open an account on the smallest plan; sign in afterwards',
  body: Type.Object({
    email: Type.String({ maxLength: 255 }),
    password: Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: 200 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  // The same answer for an address that already has an account, so that callers cannot find out which addresses do.
  status: 202,
  answer: Type.Object({ next: Type.String({ description: 'What to do now.' }) }),
  errors: [],
  examples: [{ title: 'Sign up', body: { email: 'ann@example.org', password: 'correct horse battery' } }],
  async handle({ body, request }, { database, plans, signInGuard }) {
    const email = normalEmail(body.email, 'body.email');
    await signInGuard.count(email, request.ip);
    const { name = email, password } = body;
    const wanted = { email, name, password, plan: plans.list[0] };
    await createAccount({ database, plans }, wanted).catch((error: unknown) => {
      if (!(error instanceof AddressTaken)) throw error;
    });
    return { next: 'Sign in with POST /api/auth/sign-in.' };
  },
});

/** Route `POST /api/auth/sign-in`: starts a session and sets its cookie. */
export const signIn = defineRoute({
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

/**
 * Route `POST /api/auth/sign-out`: ends the session of the cookie.
 * Works without a session too, so that the request can be repeated.
 */
export const signOut = defineRoute({
  name: 'sign-out',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'anyone',
  summary: 'End the session of the cookie',
  status: 200,
  answer: Type.Object({ signedOut: Type.Boolean() }),
  errors: [],
  examples: [{ title: 'Sign out' }],
  async handle({ request, reply }, { sessions }) {
    await sessions.end(request, reply);
    return { signedOut: true };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { AddressTaken, createAccount } from '../../account/create-account.ts';
import { normalEmail } from '../../account/email.ts';
import { MIN_PASSWORD_LENGTH } from '../../account/password.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/auth/sign-up`: creates an account on the smallest plan. */
export const signUp = defineConsoleRoute({
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

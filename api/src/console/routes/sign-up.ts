import { planFor } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { createAccount } from '../../account/create-account.ts';
import { normalEmail } from '../../account/email.ts';
import { SignedInSchema, signedIn } from '../../account/signed-in.ts';
import { MIN_PASSWORD_LENGTH } from '../../auth/password.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** POST /api/auth/sign-up */
export const signUp = defineConsoleRoute({
  name: 'sign-up',
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'anyone',
  summary: 'Open an account on the Hobby plan and sign in',
  body: Type.Object({
    email: Type.String({ maxLength: 255 }),
    password: Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: 200 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  status: 201,
  answer: SignedInSchema,
  errors: [],
  examples: [{ title: 'Sign up', body: { email: 'ann@example.org', password: 'correct horse battery' } }],
  async handle({ body, request, reply }, { database, sessions, signInGuard }) {
    const email = normalEmail(body.email, 'body.email');
    await signInGuard.count(email, request.ip);
    const { name = email, password } = body;
    const wanted = { email, name, password, plan: planFor('hobby') };
    const account = await createAccount(database, wanted, 'body.email');
    await sessions.begin(reply, account.id);
    return signedIn(account);
  },
});

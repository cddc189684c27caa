import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../define-console-route.ts';

/**
 * Route `POST /api/auth/sign-out`: ends the session of the cookie.
 * Works without a session too, so that the request can be repeated.
 */
export const signOut = defineConsoleRoute({
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

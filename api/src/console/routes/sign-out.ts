import Type from 'typebox';
import { endSession } from '../../sessions/session-store.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** POST /api/auth/sign-out: also without a session, so that it can be sent again. */
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
  async handle({ request, reply }, { database, sessions }) {
    const token = sessions.cookie.read(request.cookies);
    if (token !== null) await endSession(database, token);
    sessions.cookie.clear(reply);
    return { signedOut: true };
  },
});

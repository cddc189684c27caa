import { Type } from '@framemill/timeline/typebox';
import { SignedInSchema, signedIn } from '../../account/signed-in.ts';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/session`: returns the signed-in account. */
export const getSession = defineConsoleRoute({
  name: 'get-session',
  method: 'GET',
  path: '/api/studio/session',
  access: 'session',
  summary: 'Who is signed in',
  status: 200,
  answer: Type.Object({
    ...SignedInSchema.properties,
    sessionId: Type.String({ description: 'Names this sign-in; not its token.' }),
  }),
  errors: [],
  examples: [{ title: 'Who am I' }],
  async handle({ session }, { database: { client } }) {
    const account = await client.account.findUniqueOrThrow({ where: { id: session.accountId } });
    return { ...signedIn(account), sessionId: session.sessionId };
  },
});

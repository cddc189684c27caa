import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { disconnect } from '../../oauth/connections.ts';

/**
 * Route `POST /api/studio/connections/end`: revokes an app's access to the account.
 * The client id is in the body, because it may be a URL.
 */
export const endConnection = defineConsoleRoute({
  name: 'end-connection',
  method: 'POST',
  path: '/api/studio/connections/end',
  access: 'session',
  summary: 'Cut an app off from the account: its grants, codes and tokens end at once',
  body: Type.Object({ clientId: Type.String({ maxLength: 2_000 }) }),
  status: 200,
  answer: Type.Object({ clientId: Type.String(), ended: Type.Literal(true) }),
  errors: [],
  examples: [{ title: 'Cut off', body: { clientId: 'app_0123456789abcdef' } }],
  async handle({ body: { clientId }, session: { accountId } }, { database }) {
    await disconnect(database, accountId, clientId.replaceAll('\0', ''));
    return { clientId, ended: true as const };
  },
});

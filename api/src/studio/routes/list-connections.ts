import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { connectedApps } from '../../oauth/connections.ts';

/** Route `GET /api/studio/connections`: lists the apps connected by OAuth, by name. */
export const listConnections = defineConsoleRoute({
  name: 'list-connections',
  method: 'GET',
  path: '/api/studio/connections',
  access: 'session',
  summary: 'The apps that the account has let in by OAuth, by name',
  status: 200,
  answer: Type.Object({
    connections: Type.Array(
      Type.Object({
        clientId: Type.String(),
        name: Type.String(),
        scopes: Type.Array(Type.String()),
        since: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All' }],
  async handle({ session: { accountId } }, { database }) {
    const apps = await connectedApps(database, accountId);
    return { connections: apps.map(({ since, ...app }) => ({ ...app, since: since.toISOString() })) };
  },
});

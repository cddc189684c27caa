import { Type } from '@framemill/timeline/typebox';
import { SignedInSchema, signedIn } from '../../account/account-record.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { commandTools } from '../../mcp/command-tools.ts';
import { serviceTools } from '../../mcp/tools/index.ts';
import { connectedApps, disconnect } from '../../oauth/connections.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Route `GET /api/studio/session`: returns the signed-in account. */
export const getSession = defineRoute({
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

/** Route `GET /api/studio/welcome`: returns the data of the sign-in page. */
export const getWelcome = defineRoute({
  name: 'get-welcome',
  method: 'GET',
  path: '/api/studio/welcome',
  access: 'anyone',
  summary: 'What the sign-in page says',
  status: 200,
  answer: Type.Object({
    demoEmail: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Address of the demo account that `npm start` made; null when there is none.',
    }),
  }),
  errors: [],
  examples: [{ title: 'Welcome' }],
  async handle(_call, { database: { client } }) {
    // Sign-ups never get this plan, so another account cannot pose as the demo account here.
    const demo = await client.account.findFirst({
      where: { email: { startsWith: 'demo-', endsWith: '@framemill.local' }, plan: 'self-hosted', name: 'Demo' },
      orderBy: { createdAt: 'desc' },
      select: { email: true },
    });
    return { demoEmail: demo?.email ?? null };
  },
});

/** Route `GET /api/studio/ledger`: lists the account's credit entries, newest first. */
export const listLedger = defineRoute({
  name: 'list-ledger',
  method: 'GET',
  path: '/api/studio/ledger',
  access: 'session',
  summary: 'What was added to and taken from the credits of the account, newest first',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        delta: Type.Integer({ description: 'Credits; below 0: taken.' }),
        kind: Type.String({ description: 'grant, upgrade, expiry, top_up, charge or refund.' }),
        reason: Type.String(),
        createdAt: Type.String({ format: 'date-time' }),
      }),
    ),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session: { accountId } }, { database: { client } }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const where = { accountId, ...afterCursor(query.cursor, 'led') };
    const rows = await client.ledgerEntry.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    const entries = page.map(({ id, delta, kind, reason, createdAt }) => {
      return { id, delta, kind, reason, createdAt: createdAt.toISOString() };
    });
    return { entries, nextCursor };
  },
});

/** Route `GET /api/studio/connections`: lists the apps connected by OAuth, by name. */
export const listConnections = defineRoute({
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

/**
 * Route `POST /api/studio/connections/end`: revokes an app's access to the account.
 * The client id is in the body, because it may be a URL.
 */
export const endConnection = defineRoute({
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

/** Route `GET /api/studio/tools`: lists the tools of the MCP server. */
export const listTools = defineRoute({
  name: 'list-tools',
  method: 'GET',
  path: '/api/studio/tools',
  access: 'session',
  summary:
    'The tools of the MCP server as it lists them: the Studio offers those of an open project to agents of the browser',
  status: 200,
  answer: Type.Object({
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        inputSchema: Type.Unknown({ description: 'JSON Schema of an object.' }),
        annotations: Type.Object({ readOnlyHint: Type.Boolean(), destructiveHint: Type.Boolean() }),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All' }],
  async handle() {
    const tools = [...serviceTools, ...commandTools()].map((tool) => {
      const { name, title, description, inputSchema } = tool;
      const { readOnlyHint, destructiveHint } = tool.annotations;
      return { name, title, description, inputSchema, annotations: { readOnlyHint, destructiveHint } };
    });
    return { tools };
  },
});

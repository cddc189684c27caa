import type { Database } from '@framemill/infra';
import type { FastifyInstance } from 'fastify';
import { isScope } from '../auth/scopes.ts';
import type { ConsoleServices } from '../deps.ts';
import { type ConnectedApp, connectedPage, sendPage, signInPage } from './pages.ts';
import { formField, signedIn, signInByForm } from './sign-in-form.ts';

/** Lists the apps that may use an account, by name. An app that was connected several times is listed once. */
export async function connectedApps({ client }: Database, accountId: string): Promise<ConnectedApp[]> {
  const grants = await client.oauthRecord.findMany({
    where: { kind: 'Grant', accountId, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'asc' },
  });
  const clientIds = [...new Set(grants.flatMap(({ clientId }) => clientId ?? []))];
  const [apps, clients] = await Promise.all([
    client.app.findMany({ where: { id: { in: clientIds } }, select: { id: true, name: true } }),
    client.oauthRecord.findMany({ where: { kind: 'Client', clientId: { in: clientIds } } }),
  ]);
  const connected = clientIds.map((clientId) => {
    const own = grants.filter((grant) => grant.clientId === clientId);
    const registered = clients.find((record) => record.clientId === clientId);
    const name = apps.find(({ id }) => id === clientId)?.name ?? textAt(registered?.payload, 'client_name') ?? clientId;
    const names = own.flatMap(({ payload }) => grantedScopes(payload));
    return { clientId, name, scopes: [...new Set(names)].filter(isScope), since: own[0]?.createdAt ?? new Date() };
  });
  return connected.sort((a, b) => a.name.localeCompare(b.name));
}

/** Revokes an app's access to an account: its grants, codes and tokens are deleted at once. */
export async function disconnect({ client }: Database, accountId: string, clientId: string): Promise<void> {
  await client.oauthRecord.deleteMany({ where: { accountId, clientId } });
}

// A grant lists its scopes separately for each resource.
function grantedScopes(payload: unknown): string[] {
  const resources = typeof payload === 'object' && payload !== null && 'resources' in payload ? payload.resources : {};
  if (typeof resources !== 'object' || resources === null) return [];
  return Object.values(resources).flatMap((scope) => (typeof scope === 'string' ? scope.split(' ') : []));
}

function textAt(payload: unknown, name: string): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const value = Object.entries(payload).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const CONNECTED = '/oauth/connected';

/** Matches a path of this service: one slash, not followed by a second one, which would begin another host's name. */
const OWN_PATH = /^\/[A-Za-z0-9_-][A-Za-z0-9_/.-]*$/;

/** Installs the pages for connected apps, and for signing in and out by form. */
export function installAccountPages(scope: FastifyInstance, deps: ConsoleServices): void {
  const schema = { hide: true };
  const { database, sessions } = deps;

  scope.get(CONNECTED, { schema }, async (request, reply) => {
    const session = await signedIn(sessions, request);
    if (session === null) return reply.redirect(`/oauth/sign-in?next=${CONNECTED}`, 303);
    return sendPage(reply, connectedPage(session.email, await connectedApps(database, session.accountId), null));
  });

  scope.post(CONNECTED, { schema }, async (request, reply) => {
    const { accountId, email } = await sessions.session(request);
    const clientId = formField(request.body, 'clientId');
    const apps = await connectedApps(database, accountId);
    await disconnect(database, accountId, clientId);
    const left = apps.filter((app) => app.clientId !== clientId);
    const name = apps.find((app) => app.clientId === clientId)?.name ?? null;
    return sendPage(reply, connectedPage(email, left, name));
  });

  scope.get<{ Querystring: { next?: string } }>('/oauth/sign-in', { schema }, async (request, reply) => {
    const next = ownPath(request.query.next);
    if (await signedIn(sessions, request)) return reply.redirect(next, 303);
    const action = `/oauth/sign-in?next=${next}`;
    return sendPage(reply, signInPage({ action, appName: null, email: '', problem: null }));
  });

  scope.post<{ Querystring: { next?: string } }>('/oauth/sign-in', { schema }, async (request, reply) => {
    const next = ownPath(request.query.next);
    const action = `/oauth/sign-in?next=${next}`;
    const accountId = await signInByForm(deps, request, reply, { action, appName: null });
    return accountId === null ? reply : reply.redirect(next, 303);
  });

  scope.post('/oauth/sign-out', { schema }, async (request, reply) => {
    sessions.ownPages(request);
    await sessions.end(request, reply);
    return reply.redirect('/oauth/sign-in', 303);
  });
}

function ownPath(next: unknown): string {
  return typeof next === 'string' && OWN_PATH.test(next) ? next : CONNECTED;
}

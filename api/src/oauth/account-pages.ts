import type { FastifyInstance } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { connectedApps, disconnect } from './connections.ts';
import { formField } from './form-body.ts';
import { signedIn } from './page-session.ts';
import { connectedPage } from './pages/connected-page.ts';
import { sendPage } from './pages/page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { signInByForm } from './sign-in-form.ts';

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

import { type Scope, scopes } from '../../auth/scopes.ts';
import { html } from '../../http/html.ts';
import { page } from './page.ts';

/** App that may use an account. */
export interface ConnectedApp {
  clientId: string;
  name: string;
  scopes: Scope[];
  /** Time at which the app was first connected. */
  since: Date;
}

/**
 * Returns the page that lists the apps connected to an account.
 * `disconnected` is the name of the app that was just disconnected; null when there is none.
 */
export function connectedPage(email: string, apps: ConnectedApp[], disconnected: string | null): string {
  const done = disconnected === null ? html`` : html`<p role="status">${disconnected} is disconnected.</p>`;
  const none = apps.length === 0 ? html`<p>No app is connected to your account.</p>` : html``;
  const items = apps.map(
    (app) => html`<li>
<h2>${app.name}</h2>
<p class="note">Connected since ${app.since.toISOString().slice(0, 10)}: ${app.scopes.map((name) => scopes[name]).join('; ')}</p>
<form method="post" action="/oauth/connected">
<input type="hidden" name="clientId" value="${app.clientId}">
<button type="submit" class="plain" aria-label="Disconnect ${app.name}">Disconnect</button>
</form>
</li>`,
  );
  return page(
    'Connected apps',
    html`<p>Signed in as <strong>${email}</strong>.</p>
${done}${none}
<ul class="apps">${items}</ul>
<form method="post" action="/oauth/sign-out"><button type="submit" class="plain">Sign out</button></form>`,
  );
}

import { type Scope, scopes } from '../../auth/scopes.ts';
import { html } from '../../http/html.ts';
import { page } from './page.ts';

/** Contents of the consent page. */
export interface ConsentView {
  action: string;
  appName: string;
  /** Whether the app was reviewed; false for a client that registered itself. */
  reviewed: boolean;
  email: string;
  scopes: Scope[];
  /** Host or scheme that the browser is redirected to afterwards. */
  goesTo: string;
}

/** Returns the page on which users decide whether an app may use their account, and with which scopes. */
export function consentPage({ action, appName, reviewed, email, scopes: asked, goesTo }: ConsentView): string {
  const items = asked.map((name) => html`<li>${scopes[name]} <span class="note">(${name})</span></li>`);
  const warning = reviewed
    ? html``
    : html`<p class="problem">Nobody has reviewed this app. Allow it only if you have just started to connect it yourself.</p>`;
  return page(
    `Connect ${appName}?`,
    html`<p><strong>${appName}</strong> asks for these permissions in the account <strong>${email}</strong>:</p>
<ul>${items}</ul>
${warning}
<p class="note">You go on to ${goesTo}. You can disconnect the app at any time under “Connected apps”.</p>
<form method="post" action="${action}">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="plain">Do not allow</button>
</form>`,
  );
}

import { type Scope, scopes } from '../../auth/scopes.ts';
import { html } from '../../http/html.ts';
import { page } from './page.ts';

/** What the consent page shows. */
export interface ConsentView {
  action: string;
  appName: string;
  /** false for a client that registered itself. */
  reviewed: boolean;
  email: string;
  scopes: Scope[];
  /** Host or scheme that the browser goes to afterwards. */
  goesTo: string;
}

/** The page where people say whether an app may use their account, and for what. */
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

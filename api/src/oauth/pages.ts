import type { FastifyReply } from 'fastify';
import { type Scope, scopes } from '../auth/scopes.ts';
import { html, type Markup } from '../http/html.ts';

/** Path of the stylesheet of the OAuth pages. */
export const STYLE_PATH = '/oauth/style.css';

/** Returns a complete HTML page. The title is also its heading. */
function page(title: string, content: Markup): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Framemill</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return whole.markup;
}

/**
 * Sends a page that runs no scripts and loads nothing but its stylesheet.
 * `formTarget` is an additional origin or scheme that the page's form may redirect to. Browsers apply `form-action` to
 * these redirects too.
 */
export function sendPage(reply: FastifyReply, text: string, formTarget = ''): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${formTarget}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .headers({
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
      // "no-referrer" would set the `Origin` of the service's own forms to "null", which the session check refuses.
      'Referrer-Policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(text);
}

/**
 * Stylesheet of the OAuth pages. The contrast of all text is at least 7:1, and colour alone never carries information.
 */
export const style = `
:root { color-scheme: light dark; --ink: #1a1c20; --paper: #fff;
  --ground: #f2f3f5; --link: #174ea6; --note: #454a52; --bad: #7a1212; --bad-ground: #fdf0f0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e6ea; --paper: #1e2127; --ground: #14161a;
    --link: #9cc2ff; --note: #b3b8c2; --bad: #ffc9c9; --bad-ground: #3a1d1f; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
main { box-sizing: border-box; overflow-wrap: anywhere; max-width: 30rem; margin: 8vh auto;
  padding: 2rem 2.25rem; background: var(--paper);
  border: 1px solid #c9ccd3; border-radius: 10px; }
h1 { margin: 0 0 1rem; font-size: 1.45rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.05rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .6rem .7rem; font: inherit;
  border: 1px solid #6b7079; border-radius: 6px; }
button { margin: 1.25rem .75rem 0 0; padding: .6rem 1.3rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 2px solid #174ea6; border-radius: 6px; background: #174ea6; color: #fff; }
button.plain { background: var(--paper); color: var(--link); }
:focus-visible { outline: 3px solid #b35900; outline-offset: 2px; }
.problem { padding: .7rem .9rem; border-left: 4px solid #9b1c1c; background: var(--bad-ground); color: var(--bad); }
.note { color: var(--note); font-size: .95rem; }
ul { padding-left: 1.2rem; }
ul.apps { list-style: none; padding: 0; }
ul.apps > li { padding: 1rem 0; border-top: 1px solid #c9ccd3; }
`;

/** Contents of the sign-in page. */
export interface SignInView {
  /** Path that the form is sent to. */
  action: string;
  /** Name of the app to be connected; null on the service's own pages. */
  appName: string | null;
  email: string;
  /** Error of the previous attempt; null on the first one. */
  problem: string | null;
}

/** Returns the sign-in page. */
export function signInPage({ action, appName, email, problem }: SignInView): string {
  const alert = problem === null ? html`` : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
  const why = appName === null ? html`` : html`<p>to connect <strong>${appName}</strong> to your account.</p>`;
  return page(
    'Sign in to Framemill',
    html`${why}${alert}
<form method="post" action="${action}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button>
</form>`,
  );
}

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
    : html`<p class="problem">Nobody has reviewed this app.
    Allow it only if you have just started to connect it yourself.</p>`;
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
  const allowed = (app: ConnectedApp) => app.scopes.map((name) => scopes[name]).join('; ');
  const items = apps.map(
    (app) => html`<li>
<h2>${app.name}</h2>
<p class="note">Connected since ${app.since.toISOString().slice(0, 10)}: ${allowed(app)}</p>
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

/** Returns a page that reports an error. */
export function errorPage(title: string, message: string): string {
  return page(title, html`<p class="problem" role="alert">${message}</p>`);
}

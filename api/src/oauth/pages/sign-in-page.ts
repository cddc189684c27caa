import { html } from '../../http/html.ts';
import { page } from './page.ts';

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

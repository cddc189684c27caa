import { html } from '../../http/html.ts';
import { page } from './page.ts';

/** A page that says why something did not work. */
export function errorPage(title: string, message: string): string {
  return page(title, html`<p class="problem" role="alert">${message}</p>`);
}

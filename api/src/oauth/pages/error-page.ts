import { html } from '../../http/html.ts';
import { page } from './page.ts';

/** Returns a page that reports an error. */
export function errorPage(title: string, message: string): string {
  return page(title, html`<p class="problem" role="alert">${message}</p>`);
}

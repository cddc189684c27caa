import { html } from './html.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#222}' +
  'th{text-align:left;padding:.4rem 1.5rem .4rem 0;vertical-align:top;white-space:nowrap}td{padding:.4rem 0}';

/** A page of the documentation. `title` and `body` are HTML of our own, never of callers. */
export function docsPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} - Framemill API</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body}<p><a href="/docs">Reference</a> · <a href="/docs/errors">All errors</a> · ` +
    '<a href="/docs/webhooks">Webhooks</a> · <a href="/docs/providers">Providers</a> · <a href="/docs/changelog">Changelog</a></p></body></html>'
  );
}

/** A sentence as HTML, with what stands between backquotes as code. */
export function inlineCode(text: string): string {
  return html`${text}`.markup.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

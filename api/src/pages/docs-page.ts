import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../http/html.ts';

const STYLE_PATH = '/docs/style.css';

/** Stylesheet of the documentation. The contrast of all text is at least 7:1, in both colour schemes. */
const style = `
:root { color-scheme: light dark; --ink: #1d2025; --paper: #fff; --box: #f3f4f6;
  --line: #d5d8de; --link: #174ea6; --note: #4a4f58; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e6ea; --paper: #14161a; --box: #1e2127; --line: #383d47; --link: #9cc2ff; --note: #b3b8c2; }
}
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
pre { background: var(--box); padding: .7rem 1rem; overflow-x: auto; font-size: .85rem; border-radius: 6px; }
code { font-family: ui-monospace, monospace; }
th { text-align: left; padding: .4rem 1.5rem .4rem 0; vertical-align: top; white-space: nowrap; }
td { padding: .4rem 0; overflow-wrap: anywhere; }
.contents { line-height: 1.9; }
.contents a { margin-right: .6rem; white-space: nowrap; }
.names code { margin-right: .6rem; white-space: nowrap; }
.fields th { font-weight: normal; }
.depth-1 { padding-left: 1.2rem; } .depth-2 { padding-left: 2.4rem; } .depth-3 { padding-left: 3.6rem; }
.controls { display: flex; gap: .8rem; align-items: center; }
.controls input { flex: 1; }
.controls button { min-width: 5rem; padding: .4rem .8rem; font: inherit; }
.controls output { font-variant-numeric: tabular-nums; min-width: 7rem; text-align: right; }
figure { margin: 0; }
figure img { display: block; border-radius: 4px; }
.shots { display: grid; grid-template-columns: repeat(auto-fill, 192px); gap: 1rem; }
.effect { display: grid; grid-template-columns: 192px 1fr; gap: 1.2rem; padding: 1rem 0;
  border-top: 1px solid var(--line); }
.effect p { margin: 0 0 .4rem; }
.effect th { font-weight: normal; }
@media (max-width: 36rem) { .effect { grid-template-columns: 1fr; } }
nav { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
:focus-visible { outline: 3px solid #d97706; outline-offset: 2px; }
.lead { color: var(--note); font-size: 1.15rem; margin-top: 0; }
.note { color: var(--note); font-size: .9rem; }
.name { display: flex; align-items: center; gap: .6rem; margin-bottom: .3rem; }
framemill-player { border-radius: 8px; overflow: hidden; margin-bottom: .8rem; }
.film { display: block; width: 100%; aspect-ratio: 16 / 9; border-radius: 8px; background: #05070d; }
`;

/** Serves the stylesheet of the documentation. */
export function installDocsStyle(app: FastifyInstance): void {
  app.get(STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
  );
}

/** Returns a documentation page with a heading. `title` and `body` are trusted HTML, never a caller's text. */
export function docsPage(title: string, body: string): string {
  return wholePage(`${title} - Framemill API`, `<h1>${title}</h1>${body}`);
}

/**
 * Returns a page in the style of the documentation; `body` contains its own heading.
 * `title` and `body` are trusted HTML, never a caller's text.
 */
export function wholePage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.ico">` +
    `<link rel="stylesheet" href="${STYLE_PATH}"></head><body><main>${body}</main><nav aria-label="Documentation">` +
    '<a href="/">Start page</a> · <a href="/docs">Reference</a> · <a href="/docs/document">Document format</a> · ' +
    '<a href="/docs/commands">Commands</a> · <a href="/docs/variables">Variables</a> · <a ' +
    'href="/docs/vocabulary">Vocabulary</a> · <a href="/docs/player">Player</a> · <a ' +
    'href="/docs/embed">Embedded editor</a> · <a ' +
    'href="/docs/preview-player">Preview player</a> · <a href="/docs/errors">All errors</a> · <a href="/docs/assistants">Connect an assistant</a> · <a href="/docs/bots">Telegram bots</a> · ' +
    '<a href="/docs/plugins">Plugins</a> · <a href="/docs/webhooks">Webhooks</a> · <a ' +
    'href="/docs/destinations">Destinations</a> · <a href="/docs/providers">Providers</a> · <a ' +
    'href="/docs/console">Console API</a> · <a href="/docs/changelog">Changelog</a></nav></body></html>'
  );
}

/** Sends a documentation page. Its content security policy forbids scripts, forms, and resources of other hosts. */
export function sendDocsPage(reply: FastifyReply, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply.header('Content-Security-Policy', policy.join('; ')).type('text/html; charset=utf-8').send(page);
}

/** Section of a documentation page. */
export interface DocsSection {
  title: string;
  /** Paragraphs, in the notation of `inlineCode`. */
  text: string[];
  /** Code or commands shown below the paragraphs. */
  code?: string;
  /** Names with their descriptions, shown below the code. */
  table?: Record<string, string>;
}

/** Converts sections to HTML. */
export function docsSections(sections: readonly DocsSection[]): string {
  return sections
    .map(({ title, text, code, table }) => {
      const rows = Object.entries(table ?? {}).map(
        ([name, meaning]) =>
          `<tr><th scope="row">${inlineCode(`\`${name}\``)}</th><td>${inlineCode(meaning)}</td></tr>`,
      );
      return [
        html`<h2>${title}</h2>`.markup,
        ...text.map((sentence) => `<p>${inlineCode(sentence)}</p>`),
        ...(code === undefined ? [] : [html`<pre><code>${code}</code></pre>`.markup]),
        ...(rows.length === 0 ? [] : [`<table>${rows.join('')}</table>`]),
      ].join('');
    })
    .join('');
}

/** Converts a sentence to HTML. Text between backquotes becomes a `<code>` element. */
export function inlineCode(text: string): string {
  return html`${text}`.markup.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

import { html } from './html.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#222}' +
  'pre{background:#f4f4f4;padding:.7rem 1rem;overflow-x:auto;font-size:.85rem}' +
  'th{text-align:left;padding:.4rem 1.5rem .4rem 0;vertical-align:top;white-space:nowrap}td{padding:.4rem 0}';

/** A page of the documentation. `title` and `body` are HTML of our own, never of callers. */
export function docsPage(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} - Framemill API</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body}<p><a href="/docs">Reference</a> · <a href="/docs/errors">All errors</a> · ` +
    '<a href="/docs/assistants">Connect an assistant</a> · <a href="/docs/bots">Telegram bots</a> · ' +
    '<a href="/docs/plugins">Plugins</a> · <a href="/docs/webhooks">Webhooks</a> · <a href="/docs/providers">Providers</a> · ' +
    '<a href="/docs/changelog">Changelog</a></p></body></html>'
  );
}

/** A part of a page. */
export interface DocsSection {
  title: string;
  /** Sentences, as `inlineCode` takes them. */
  text: string[];
  /** What is to be typed or written, below the sentences. */
  code?: string;
  /** Names and what they are, below that. */
  table?: Record<string, string>;
}

/** Sections as HTML. */
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

/** A sentence as HTML, with what stands between backquotes as code. */
export function inlineCode(text: string): string {
  return html`${text}`.markup.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

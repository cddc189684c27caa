import type { FastifyReply } from 'fastify';
import { html, type Markup } from '../http/html.ts';
import { buildLinks, type DocsLink, GUIDES, guidePath, REFERENCE_PATH, referenceLinks } from './docs-nav.ts';
import { STYLE_PATH } from './docs-style.ts';

/** Path of the search in the documentation. */
export const SEARCH_PATH = '/docs/search';
/** Maximum length of a search, in UTF-16 code units. */
export const MOST_SEARCHED = 100;

/** Angles and colours of the logo: four play triangles, arranged like the sails of a windmill. */
const sails: readonly (readonly [angle: number, color: string])[] = [
  [0, '#ffb765'],
  [90, '#f2557a'],
  [180, '#9a6be3'],
  [270, '#58c9d0'],
];

const sailMarkup: Markup[] = sails.map(
  ([angle, color]) => html`<path d="M5-11V-82L62-47Z" transform="rotate(${angle})" fill="${color}"/>`,
);

/** Returns the logo, `size` pixels square. */
export function logo(size: number): Markup {
  return html`<svg width="${size}" height="${size}" viewBox="-92 -92 184 184" aria-hidden="true">${sailMarkup}</svg>`;
}

/** Returns a documentation page with a heading. `title` and `body` are trusted HTML, never a caller's text. */
export function docsPage(title: string, body: string): string {
  return wholePage(`${title} - Framemill API`, `<h1>${title}</h1>${body}`);
}

/**
 * Returns a page in the style of the documentation; `body` contains its own heading. `searched` is the text in the
 * search field. `title` and `body` are trusted HTML, never a caller's text.
 */
export function wholePage(title: string, body: string, searched = ''): string {
  // Code scrolls when it is wide, so it takes the focus: the arrow keys can scroll it then.
  const content = body.replaceAll('<pre>', '<pre tabindex="0">');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.ico">` +
    `<link rel="stylesheet" href="${STYLE_PATH}"></head><body>${topBar(searched).markup}` +
    `<div class="columns">${SIDE_BAR.markup}<main id="content">${content}</main></div></body></html>`
  );
}

function topBar(searched: string): Markup {
  return html`<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/docs">${logo(24)}Framemill <span>Docs</span></a>
<form action="${SEARCH_PATH}" role="search"><input type="search" name="q" value="${searched}" required
maxlength="${MOST_SEARCHED}" placeholder="Search the documentation" aria-label="Search the documentation"></form>
<nav class="places" aria-label="Places"><a href="${REFERENCE_PATH}">API reference</a> <a href="/studio">Studio</a></nav>
</header>`;
}

const group = (title: string, links: readonly Pick<DocsLink, 'path' | 'title'>[]) =>
  html`<p>${title}</p><ul>${links.map(({ path, title: name }) => html`<li><a href="${path}">${name}</a></li>`)}</ul>`;

const SIDE_BAR = html`<nav class="side" aria-label="Documentation">${[
  group(
    'Guides',
    GUIDES.map(([name, title]) => ({ path: guidePath(name), title })),
  ),
  group('Reference', referenceLinks),
  group('Build with it', buildLinks),
  group('More', [{ path: '/about', title: 'About this service' }]),
]}</nav>`;

/**
 * Sends a documentation page, with its own link in the side bar marked. Its content security policy forbids scripts,
 * resources of other hosts, and forms to other hosts.
 */
export function sendDocsPage(reply: FastifyReply, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const [path = ''] = reply.request.url.split('?', 1);
  const own = `<li><a href="${path}">`;
  const marked = page.replace(own, () => `<li><a aria-current="page" href="${path}">`);
  return reply.header('Content-Security-Policy', policy.join('; ')).type('text/html; charset=utf-8').send(marked);
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

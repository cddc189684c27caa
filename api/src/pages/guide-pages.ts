import type { Metrics } from '@framemill/infra';
import { type LimitName, limitFields, type Plans } from '@framemill/scheduler';
import { commandReference } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import { errorCatalog } from '../http/error-catalog.ts';
import { html, type Markup } from '../http/html.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import type { Route } from '../routing/define-route.ts';
import { tagOf } from '../routing/openapi.ts';
import { buildLinks, type DocsLink, guidePath, REFERENCE_PATH, referenceLinks } from './docs-nav.ts';
import { docsPage, MOST_SEARCHED, SEARCH_PATH, sendDocsPage, wholePage } from './docs-page.ts';
import { createDocsSearch, type FoundEntry, type SearchEntry } from './docs-search.ts';
import { type Guide, readGuides } from './guides.ts';

/** Facts of the service that the guides show. */
interface Shown {
  apiHost: string;
  plans: Plans;
  limiter: Limiter;
  metrics: Pick<Metrics, 'rateLimited'>;
  /** Routes of the API, which the search finds. */
  routes: readonly Route[];
}

/** Searches of a network per minute. A search takes up to 40 ms of the main thread. */
const SEARCH_BUCKET = { name: 'docs_search', limit: 120 };

/** Comment in a guide that is replaced by the table of the plans. */
const PLANS = '<!-- plans -->';

/** Serves /docs, the guides below /docs/guides, and the search in all of the documentation. No credential needed. */
export function installGuidePages(app: FastifyInstance, { apiHost, plans, limiter, metrics, routes }: Shown): void {
  const schema = { hide: true };
  const guides = readGuides(apiHost);
  const home = docsPage('Documentation', homeBody(guides).markup);
  app.get('/docs', { schema }, (_request, reply) => sendDocsPage(reply, home));
  for (const [index, guide] of guides.entries()) {
    const body = guideBody(guide, guides[index - 1], guides[index + 1]).replace(PLANS, () => planTable(plans).markup);
    const page = wholePage(`${guide.title} - Framemill API`, body);
    app.get(guidePath(guide.name), { schema }, (_request, reply) => sendDocsPage(reply, page));
  }
  // Built at the first search, which takes some 20 ms.
  let search: ReturnType<typeof createDocsSearch> | undefined;
  app.get<{ Querystring: { q?: string | string[] } }>(SEARCH_PATH, { schema }, async ({ query, ip }, reply) => {
    await admit(limiter, clientNetwork(ip), SEARCH_BUCKET, metrics);
    const text = String([query.q].flat()[0] ?? '')
      .trim()
      .slice(0, MOST_SEARCHED)
      .toWellFormed();
    search ??= createDocsSearch([...guides.flatMap(guideEntries), ...otherEntries(routes)]);
    return sendDocsPage(reply, searchPage(text, text === '' ? [] : search(text)));
  });
}

function homeBody(guides: readonly Guide[]): Markup {
  const links = guides.map(({ name, title, lead }) => ({ path: guidePath(name), title, about: lead }));
  return html`<p class="lead">Edit a video as data, and render it on machines of your own.</p>
<h2>Guides</h2>${cards(links)}<h2>Reference</h2>${cards(referenceLinks)}<h2>Build with it</h2>${cards(buildLinks)}`;
}

function cards(links: readonly DocsLink[]): Markup {
  const items = links.map(
    ({ path, title, about }) => html`<li><a href="${path}"><strong>${title}</strong><span>${about}</span></a></li>`,
  );
  return html`<ul class="cards">${items}</ul>`;
}

function guideBody(guide: Guide, before: Guide | undefined, after: Guide | undefined): string {
  const headings = guide.sections.filter(({ id }) => id !== '');
  const items = headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const neighbour = (other: Guide | undefined, label: string) =>
    other ? html`<a href="${guidePath(other.name)}">${label}${other.title}</a>` : html`<span></span>`;
  return html`<div class="guide"><article><h1>${guide.title}</h1><p class="lead">${guide.lead}</p>
${{ markup: guide.html }}<nav class="next" aria-label="Other guides">${neighbour(before, 'Before: ')}
${neighbour(after, 'Next: ')}</nav></article>
<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav></div>`.markup;
}

/** Returns the table of the limits of all plans of this installation. */
function planTable({ list }: Plans): Markup {
  const names = Object.keys(limitFields) as LimitName[];
  const rows = names.map((name) => {
    const cells = list.map((plan) => html`<td>${plan[name]?.toLocaleString('en') ?? 'unlimited'}</td>`);
    return html`<tr><th scope="row">${limitFields[name].meaning}</th>${cells}</tr>`;
  });
  const heads = list.map(({ name }) => html`<th scope="col">${name}</th>`);
  return html`<table><thead><tr><th scope="col">limit</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

function guideEntries({ name, title: place, sections }: Guide): SearchEntry[] {
  return sections.map(({ id, title, text }) => {
    return { url: `${guidePath(name)}${id === '' ? '' : `#${id}`}`, title, place, text, weight: 1.5 };
  });
}

/** Returns the entries of the search beside the guides: other pages, commands, errors and routes. */
function otherEntries(routes: readonly Route[]): SearchEntry[] {
  const pages = [...referenceLinks, ...buildLinks].map(({ path, title, about }) => {
    return { url: path, title, place: 'Documentation', text: about, weight: 1.3 };
  });
  const commands = commandReference().commands.map(({ op, description }) => {
    return { url: `/docs/commands#${op}`, title: op, place: 'All commands', text: description, weight: 1 };
  });
  const errors = Object.entries(errorCatalog).map(([code, { title, meaning, remedy }]) => {
    const text = `${title}. ${meaning} ${remedy}`;
    return { url: `/docs/errors/${code}`, title: code, place: 'All errors', text, weight: 1.2 };
  });
  const calls = routes.map((route) => {
    const title = `${route.method} /v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const url = `${REFERENCE_PATH}#/${tagOf(route)}/${route.name}`;
    return { url, title, place: 'API', text: `${route.summary}. ${route.description}`, weight: 1 };
  });
  return [...pages, ...commands, ...errors, ...calls];
}

function searchPage(text: string, results: readonly FoundEntry[]): string {
  const items = results.map(
    ({ url, title, place, excerpt }) =>
      html`<li><a href="${url}">${title}</a><span class="note">${place}</span><p>${highlighted(excerpt)}</p></li>`,
  );
  const none = text === '' ? 'Type a word into the field above.' : `Nothing matches "${text}". Try other words.`;
  const body = html`<h1>Search</h1>${
    results.length === 0 ? html`<p>${none}</p>` : html`<ol class="results">${items}</ol>`
  }`;
  return wholePage('Search - Framemill API', body.markup, text);
}

/** Converts an excerpt to HTML in which the matches are marked. */
function highlighted(excerpt: readonly string[]): Markup[] {
  return excerpt.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`));
}

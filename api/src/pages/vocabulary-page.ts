import { readFileSync } from 'node:fs';
import { catalogue, descriptions } from '@framemill/compositor/catalog';
import { smallImagePath } from '@framemill/compositor/pictures';
import { commandReference, type PartEntry, VOCABULARY } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import type { FastifyInstance } from 'fastify';
import { html, type Markup } from '../http/html.ts';
import { docsPage, sendDocsPage } from './docs-page.ts';
import { fieldTable, partId } from './field-table.ts';

const IMAGES = '/docs/vocabulary/pictures';

/** Lists that have a section of their own at the top of the page. */
const SHOWN: readonly string[] = ['effectType', 'filterPreset', 'transitionType'];

/**
 * Serves /docs/vocabulary, the names that commands accept, with small images of effects and filters.
 * No credential needed.
 */
export function installVocabularyPage(app: FastifyInstance): void {
  const schema = { hide: true };
  for (const { family, name } of illustrated()) {
    const data = readFileSync(smallImagePath(family, name));
    app.get(`${IMAGES}/${family}-${name}.webp`, { schema }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/webp').send(data),
    );
  }
  const page = docsPage('Vocabulary', vocabulary().markup);
  app.get('/docs/vocabulary', { schema }, (_request, reply) => sendDocsPage(reply, page));
}

function illustrated(): { family: 'effect' | 'filter'; name: string }[] {
  return [
    ...Object.keys(catalogue.effects).map((name) => ({ family: 'effect' as const, name })),
    ...VOCABULARY.filterPreset.map((name) => ({ family: 'filter' as const, name })),
  ];
}

function vocabulary(): Markup {
  const { parts } = commandReference();
  const lists = Object.entries(VOCABULARY).filter(([name]) => !SHOWN.includes(name));
  const contents = [
    ...['Effects', 'Filters', 'Transitions', 'Fonts'].map((title) => ({ title, id: title.toLowerCase() })),
    ...lists.map(([name]) => ({ title: name, id: name })),
    ...parts.map(({ title }) => ({ title, id: partId(title) })),
  ].map(({ title, id }) => html`<a href="#${id}">${title}</a> `);
  return html`<p class="lead">The names and fields that commands and documents take.</p><p class="contents">${contents}</p>
<p>The same as data, for programs: <code>GET /v1/schema/commands</code>. What each command takes: <a href="/docs/commands">Commands</a>.</p>
<h2 id="effects">Effects</h2><p>They apply in the order of a clip's stack: <code>addEffect</code> with <code>type</code> and <code>params</code>. Lengths are pixels.</p>
${Object.entries(catalogue.effects).map(([name, params]) => effect(name, params))}
<h2 id="filters">Filters</h2><p><code>applyFilter</code> with <code>preset</code> and <code>intensity</code>, 0 to 1.</p>
<div class="shots">${VOCABULARY.filterPreset.map((name) => shot('filter', name))}</div>
<h2 id="transitions">Transitions</h2><p><code>addTransition</code> with <code>type</code> and <code>duration</code>, or <code>transition</code> of a new clip.</p>
<table>${catalogue.transitions.map((name) => html`<tr><th scope="row"><code>${name}</code></th><td>${descriptions.transitions[name] ?? ''}</td></tr>`)}</table>
<h2 id="fonts">Fonts</h2><p><code>fontFamily</code> of texts; uploaded fonts go by their media id.</p>
<table>${catalogue.fonts.map(({ family, weights }) => html`<tr><th scope="row"><code>${family}</code></th><td>${weights.join(', ')}</td></tr>`)}</table>
${lists.map(([name, values]) => list(name, values))}
${parts.map(part)}`;
}

function effect(name: string, params: TSchema): Markup {
  const properties: unknown = Reflect.get(params, 'properties');
  const rows = Object.entries(Object(properties) as Record<string, TSchema>).map(([field, schema]) => {
    const initial: unknown = Reflect.get(schema, 'default');
    const about = `${String(Reflect.get(schema, 'description') ?? '')} ${limits(schema)}`.trim();
    return html`<tr><th scope="row"><code>${field}</code></th><td>${about} ${initial === undefined ? 'Required.' : `Default ${String(initial)}.`}</td></tr>`;
  });
  return html`<section class="effect">${shot('effect', name)}<div><p>${descriptions.effects[name] ?? ''}</p><table>${rows}</table></div></section>`;
}

function limits(schema: TSchema): string {
  const [minimum, maximum, names] = ['minimum', 'maximum', 'enum'].map((key): unknown => Reflect.get(schema, key));
  if (Array.isArray(names)) return `One of ${names.join(', ')}.`;
  return typeof minimum === 'number' && typeof maximum === 'number' ? `${minimum} to ${maximum}.` : '';
}

function shot(family: 'effect' | 'filter', name: string): Markup {
  return html`<figure><img src="${IMAGES}/${family}-${name}.webp" width="192" height="108" loading="lazy" alt="A landscape with the ${family} ${name}"><figcaption><code>${name}</code></figcaption></figure>`;
}

function list(name: string, values: readonly string[]): Markup {
  return html`<h2 id="${name}">${name}</h2><p class="names">${values.map((value) => html`<code>${value}</code> `)}</p>`;
}

function part({ title, fields }: PartEntry): Markup {
  return html`<h2 id="${partId(title)}">${title}</h2>${fieldTable(fields)}`;
}

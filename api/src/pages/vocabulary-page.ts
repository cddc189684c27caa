import { readFileSync } from 'node:fs';
import { catalogue, describeCapabilities } from '@framemill/compositor/capabilities';
import { smallImagePath } from '@framemill/compositor/page';
import { type CommandEntry, commandReference, type FieldEntry, type PartEntry, VOCABULARY } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import type { FastifyInstance } from 'fastify';
import { html, type Markup } from '../http/html.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

/** Maximum number of values listed in a field's row. Longer lists are replaced by a link. */
const MOST_VALUES = 8;

/**
 * Returns an HTML table of the fields of a command, or of an object inside a command.
 * Object types and long lists of names link to /docs/vocabulary.
 */
function fieldTable(fields: readonly FieldEntry[]): Markup {
  if (fields.length === 0) return html``;
  return html`<table class="fields">${fields.map(row)}</table>`;
}

/** Returns the HTML element id of an object type on /docs/vocabulary. */
function partId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Returns the HTML element id of a list of names on /docs/vocabulary. */
export function listId(name: string): string {
  return { effectType: 'effects', filterPreset: 'filters', transitionType: 'transitions' }[name] ?? name;
}

function row(field: FieldEntry): Markup {
  const { name, depth, isRequired, type, description, range } = field;
  const about = html`${description}${range === '' ? '' : ` (${range})`} ${values(field)} ${part(field)}`;
  const kind = `${type}${isRequired ? ', required' : ''}`;
  return html`<tr><th scope="row" class="depth-${Math.min(depth, 3)}"><code>${name}</code></th>
<td><span class="note">${kind}</span> ${about}</td></tr>`;
}

function values({ values, vocabulary }: FieldEntry): Markup {
  if (!values) return html``;
  if (vocabulary && values.length > MOST_VALUES)
    return html`One of <a href="/docs/vocabulary#${listId(vocabulary)}">${vocabulary}</a>.`;
  return html`One of ${values.map((value) => html`<code>${value}</code> `)}`;
}

function part({ part }: FieldEntry): Markup {
  return part === null ? html`` : html`See <a href="/docs/vocabulary#${partId(part)}">${part}</a>.`;
}

const descriptions = describeCapabilities();

const IMAGES = '/docs/vocabulary/pictures';

/** Names of the lists that have a section of their own at the top of the page. */
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
  const transitions = catalogue.transitions.map((name) => nameRow(name, descriptions.transitions[name] ?? ''));
  const fonts = catalogue.fonts.map(({ family, weights }) => nameRow(family, weights.join(', ')));
  return html`<p class="lead">The names and fields that commands and documents take.</p>
<p class="contents">${contents}</p>
<p>The same as data, for programs: <code>GET /v1/schema/commands</code>.
What each command takes: <a href="/docs/commands">Commands</a>.</p>
<h2 id="effects">Effects</h2>
<p>They apply in the order of a clip's stack: <code>addEffect</code> with <code>type</code> and <code>params</code>.
Lengths are pixels.</p>
${Object.entries(catalogue.effects).map(([name, params]) => effect(name, params))}
<h2 id="filters">Filters</h2>
<p><code>applyFilter</code> with <code>preset</code> and <code>intensity</code>, 0 to 1.</p>
<div class="shots">${VOCABULARY.filterPreset.map((name) => shot('filter', name))}</div>
<h2 id="transitions">Transitions</h2>
<p><code>addTransition</code> with <code>type</code> and <code>duration</code>, or <code>transition</code> of a new
clip.</p>
<table>${transitions}</table>
<h2 id="fonts">Fonts</h2><p><code>fontFamily</code> of texts; uploaded fonts go by their media id.</p>
<table>${fonts}</table>
${lists.map(([name, values]) => list(name, values))}
${parts.map(vocabularyPart)}`;
}

function effect(name: string, params: TSchema): Markup {
  const properties: unknown = Reflect.get(params, 'properties');
  const rows = Object.entries(Object(properties) as Record<string, TSchema>).map(([field, schema]) => {
    const initial: unknown = Reflect.get(schema, 'default');
    const about = `${String(Reflect.get(schema, 'description') ?? '')} ${limits(schema)}`.trim();
    return nameRow(field, `${about} ${initial === undefined ? 'Required.' : `Default ${String(initial)}.`}`);
  });
  return html`<section class="effect">${shot('effect', name)}
<div><p>${descriptions.effects[name] ?? ''}</p><table>${rows}</table></div></section>`;
}

function nameRow(name: string, about: string): Markup {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${about}</td></tr>`;
}

function limits(schema: TSchema): string {
  const [minimum, maximum, names] = ['minimum', 'maximum', 'enum'].map((key): unknown => Reflect.get(schema, key));
  if (Array.isArray(names)) return `One of ${names.join(', ')}.`;
  return typeof minimum === 'number' && typeof maximum === 'number' ? `${minimum} to ${maximum}.` : '';
}

function shot(family: 'effect' | 'filter', name: string): Markup {
  return html`<figure><img src="${IMAGES}/${family}-${name}.webp" width="192" height="108" loading="lazy"
alt="A landscape with the ${family} ${name}">
<figcaption><code>${name}</code></figcaption></figure>`;
}

function list(name: string, values: readonly string[]): Markup {
  return html`<h2 id="${name}">${name}</h2><p class="names">${values.map((value) => html`<code>${value}</code> `)}</p>`;
}

function vocabularyPart({ title, fields }: PartEntry): Markup {
  return html`<h2 id="${partId(title)}">${title}</h2>${fieldTable(fields)}`;
}

/** Serves /docs/commands, the reference of all commands with fields, values and examples. No credential needed. */
export function installCommandsPage(app: FastifyInstance): void {
  const { commands } = commandReference();
  const contents = commands.map(({ op }) => html`<a href="#${op}">${op}</a> `);
  const body = html`<p class="lead">What edits a project:
<code>POST /v1/projects/{id}/commands</code> with a list of these.</p>
<p>Times are seconds, positions pixels from the canvas centre (y downwards), keyframe times relative to their clip. A
command may name what an earlier one of its batch made: <code>"clipId": "$0.clipId"</code>.
As data: <code>GET /v1/schema/commands</code>.</p>
<p class="contents">${contents}</p>${commands.map(command)}`;
  const page = docsPage('Commands', body.markup);
  app.get('/docs/commands', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function command({ op, description, isPlanGated, fields, returns, examples }: CommandEntry): Markup {
  const about = { markup: inlineCode(`${description}${isPlanGated ? ' Only in some plans.' : ''}`) };
  const shown = examples.map(
    ({ title, params }) =>
      html`<p class="note">${title}:</p><pre><code>${JSON.stringify({ op, ...params })}</code></pre>`,
  );
  return html`<h2 id="${op}">${op}</h2><p>${about}</p>${fieldTable(fields)}
<h3>Returns</h3>${fieldTable(returns)}<h3>Examples</h3>${shown}`;
}

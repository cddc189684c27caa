import type { FieldEntry } from '@framemill/timeline';
import { html, type Markup } from '../http/html.ts';

/** More values than these are a link to their list. */
const MOST_VALUES = 8;

/** Fields of a command or of a part of it as a table. Names of longer lists and of parts lead to /docs/vocabulary. */
export function fieldTable(fields: readonly FieldEntry[]): Markup {
  if (fields.length === 0) return html``;
  return html`<table class="fields">${fields.map(row)}</table>`;
}

/** Where /docs/vocabulary has a part. */
export function partId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Where /docs/vocabulary has a list of names. */
export function listId(name: string): string {
  return { effectType: 'effects', filterPreset: 'filters', transitionType: 'transitions' }[name] ?? name;
}

function row(field: FieldEntry): Markup {
  const { name, depth, isRequired, type, description, range } = field;
  const about = html`${description}${range === '' ? '' : ` (${range})`} ${values(field)} ${part(field)}`;
  return html`<tr><th scope="row" class="depth-${Math.min(depth, 3)}"><code>${name}</code></th><td><span class="note">${type}${isRequired ? ', required' : ''}</span> ${about}</td></tr>`;
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

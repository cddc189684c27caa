import type { FieldEntry } from '@framemill/timeline';
import { html, type Markup } from '../http/html.ts';

/** Maximum number of values listed in a field's row. Longer lists are replaced by a link. */
const MOST_VALUES = 8;

/**
 * Returns a table of the fields of a command, or of a part of one.
 * Long lists of names, and parts, link to /docs/vocabulary.
 */
export function fieldTable(fields: readonly FieldEntry[]): Markup {
  if (fields.length === 0) return html``;
  return html`<table class="fields">${fields.map(row)}</table>`;
}

/** Returns the element id of a part on /docs/vocabulary. */
export function partId(title: string): string {
  return `part-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Returns the element id of a list of names on /docs/vocabulary. */
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

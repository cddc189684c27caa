import { type CommandEntry, commandReference } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { html, type Markup } from '../http/html.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';
import { fieldTable } from './field-table.ts';

/** Serves /docs/commands, the reference of all commands with fields, values and examples. No credential needed. */
export function installCommandsPage(app: FastifyInstance): void {
  const { commands } = commandReference();
  const contents = commands.map(({ op }) => html`<a href="#${op}">${op}</a> `);
  const body = html`<p class="lead">What edits a project: <code>POST /v1/projects/{id}/commands</code> with a list of these.</p>
<p>Times are seconds, positions pixels from the canvas centre (y downwards), keyframe times relative to their clip. A command may name what an
earlier one of its batch made: <code>"clipId": "$0.clipId"</code>. As data: <code>GET /v1/schema/commands</code>.</p>
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

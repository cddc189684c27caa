import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { conflictCatalog, errorCatalog, isErrorCode } from '../http/error-catalog.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

/** Address of the list of conflicts. Links to one conflict append `-` and its `conflictCode`. */
const CONFLICTS = '/docs/errors/invalid_request#409';

/** Serves /docs/errors and /docs/errors/<code>, the pages that `docs_url` refers to. No credential needed. */
export function installErrorPages(app: FastifyInstance): void {
  app.get('/docs/errors', { schema: { hide: true } }, (_request, reply) => {
    const items = Object.entries(errorCatalog).map(
      ([code, entry]) =>
        `<li><a href="/docs/errors/${code}"><code>${code}</code></a> (${statusesOf(code, entry.status)})</li>`,
    );
    const conflicts = Object.keys(conflictCatalog).map(
      (code) => `<li><a href="${CONFLICTS}-${code}"><code>${code}</code></a></li>`,
    );
    const about = inlineCode('A 409 is `invalid_request` with a `conflictCode`, which says what is in the way:');
    return sendDocsPage(
      reply,
      docsPage(
        'Errors',
        `<ul>${items.join('')}</ul><h2>Conflicts (409)</h2><p>${about}</p><ul>${conflicts.join('')}</ul>`,
      ),
    );
  });
  app.get<{ Params: { code: string } }>('/docs/errors/:code', { schema: { hide: true } }, (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw new FramemillError('not_found', 'There is no page for this error. See the list at /docs/errors.');
    }
    const entry = errorCatalog[code];
    const rows = [
      ['Code', `<code>${code}</code>`],
      ['HTTP status', statusesOf(code, entry.status)],
      ['Meaning', inlineCode(entry.meaning)],
      ['What to do', inlineCode(entry.remedy)],
      ['Retry', inlineCode(entry.retry)],
    ];
    const table = rows.map(([name, text]) => `<tr><th scope="row">${name}</th><td>${text}</td></tr>`).join('');
    return sendDocsPage(
      reply,
      docsPage(entry.title, `<table>${table}</table>${code === 'invalid_request' ? conflictTable() : ''}`),
    );
  });
}

/** Returns the HTTP statuses of an error code as HTML. Two codes have a second status. */
function statusesOf(code: string, status: number): string {
  if (code === 'invalid_request') return `${status}, or 409 with a <code>conflictCode</code>`;
  return code === 'quota_exceeded' ? `${status}, or 413 for storage` : String(status);
}

function conflictTable(): string {
  const rows = Object.entries(conflictCatalog).map(
    ([code, { meaning, remedy }]) =>
      `<tr id="409-${code}"><th scope="row"><code>${code}</code></th>` +
      `<td>${inlineCode(`${meaning} ${remedy}`)}</td></tr>`,
  );
  return `<h2 id="409">Conflicts (409)</h2><table>${rows.join('')}</table>`;
}

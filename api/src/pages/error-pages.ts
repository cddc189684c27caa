import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { errorCatalog, isErrorCode } from '../http/error-catalog.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

/** Serves /docs/errors and /docs/errors/<code>: the pages that `docs_url` points to. No credential needed. */
export function installErrorPages(app: FastifyInstance): void {
  app.get('/docs/errors', { schema: { hide: true } }, (_request, reply) => {
    const items = Object.entries(errorCatalog).map(
      ([code, entry]) => `<li><a href="/docs/errors/${code}"><code>${code}</code></a> (${entry.status})</li>`,
    );
    return sendDocsPage(reply, docsPage('Errors', `<ul>${items.join('')}</ul>`));
  });
  app.get<{ Params: { code: string } }>('/docs/errors/:code', { schema: { hide: true } }, (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) {
      throw new FramemillError('not_found', 'There is no page of this error. All of them are listed at /docs/errors.');
    }
    const entry = errorCatalog[code];
    const rows = [
      ['Code', `<code>${code}</code>`],
      ['HTTP status', String(entry.status)],
      ['Meaning', inlineCode(entry.meaning)],
      ['What to do', inlineCode(entry.remedy)],
      ['Retry', inlineCode(entry.retry)],
    ];
    const table = rows.map(([name, text]) => `<tr><th scope="row">${name}</th><td>${text}</td></tr>`).join('');
    return sendDocsPage(reply, docsPage(entry.title, `<table>${table}</table>`));
  });
}

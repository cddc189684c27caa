import { type Document, FramemillError, parseDocument, SettingsSchema } from '@framemill/timeline';
import { Compile, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { type ProjectRecord, type ProjectRow, projectRecord, projectSummary } from './project-record.ts';

/** Records of one page, in the order of `rows`. View `summary` reads only the settings out of the documents. */
export async function listRecords(
  deps: ApiDeps,
  rows: ProjectRow[],
  view: 'summary' | 'clips',
): Promise<ProjectRecord[]> {
  if (view === 'summary') {
    const settings = await loadSettings(deps, rows);
    return rows.flatMap((row) => {
      const found = settings.get(row.id);
      return found ? [projectSummary(row, { settings: found })] : [];
    });
  }
  const documents = await loadDocuments(deps, rows);
  return rows.flatMap((row) => {
    const document = documents.get(row.id);
    return document ? [projectRecord(row, document, 'clips')] : [];
  });
}

const SettingsRows = Compile(Type.Array(Type.Object({ id: Type.String(), settings: SettingsSchema })));

async function loadSettings({ database }: ApiDeps, rows: ProjectRow[]): Promise<Map<string, Document['settings']>> {
  const ids = rows.map((row) => row.id);
  const found: unknown = await database.client.$queryRaw`
    SELECT "id", "document" -> 'settings' AS "settings" FROM "Project" WHERE "id" = ANY(${ids})`;
  if (!SettingsRows.Check(found)) throw new FramemillError('internal_error', 'A stored project has no valid settings.');
  return new Map(found.map((row) => [row.id, row.settings]));
}

async function loadDocuments({ database }: ApiDeps, rows: ProjectRow[]): Promise<Map<string, Document>> {
  const found = await database.client.project.findMany({
    where: { id: { in: rows.map((row) => row.id) } },
    select: { id: true, document: true },
  });
  return new Map(found.map((row) => [row.id, parseDocument(row.document)]));
}

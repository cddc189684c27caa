import { type Document, FramemillError, parseDocument, SettingsSchema } from '@framemill/timeline';
import { Compile, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { requireLight } from '../limiter/cost-limits.ts';
import { type ProjectRecord, type ProjectRow, projectRecord, projectSummary } from './project-record.ts';

/**
 * Returns the records of one page, in the order of `rows`. View `summary` reads only the settings of the documents.
 * On the main thread, throws `CostLimitExceeded` for a page with large documents; a worker thread then repeats the
 * call.
 */
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
  const clips = rows.reduce((sum, { clipCount }) => sum + clipCount, 0);
  const storedBytes = await storedBytesOf(deps, rows);
  requireLight(deps, { clips, storedBytes });
  if (storedBytes <= MOST_AT_ONCE) return withClips(deps, rows);
  const records: ProjectRecord[] = [];
  for (const row of rows) records.push(...(await withClips(deps, [row])));
  return records;
}

/**
 * Maximum total number of clips on a page of the project list in view `clips`. A page with more clips has fewer
 * projects.
 */
const MOST_CLIPS = 20_000;

/** Returns how many of the first `limit` projects fit on a page that lists clips: at least one. */
export function rowsThatFit(rows: readonly ProjectRow[], limit: number): number {
  let clips = 0;
  const first = rows.slice(0, limit).findIndex(({ clipCount }) => {
    clips += clipCount;
    return clips > MOST_CLIPS;
  });
  return first < 0 ? limit : Math.max(1, first);
}

/**
 * Maximum total compressed size of documents that are loaded together, in bytes. Above it, the documents of a page are
 * loaded one after the other, because a hundred large documents at once take gigabytes of memory.
 */
const MOST_AT_ONCE = 200_000;

const SettingsRows = Compile(Type.Array(Type.Object({ id: Type.String(), settings: SettingsSchema })));

async function loadSettings({ database }: ApiDeps, rows: ProjectRow[]): Promise<Map<string, Document['settings']>> {
  const ids = rows.map((row) => row.id);
  const found: unknown = await database.client.$queryRaw`
    SELECT "id", "document" -> 'settings' AS "settings" FROM "Project" WHERE "id" = ANY(${ids})`;
  if (!SettingsRows.Check(found))
    throw new FramemillError(
      'internal_error',
      `The database has invalid settings for at least one of the projects ${ids.join(', ')}. Correct its document.`,
    );
  return new Map(found.map((row) => [row.id, row.settings]));
}

/** Returns the compressed size of the documents of all `rows` together, in bytes. */
async function storedBytesOf({ database }: ApiDeps, rows: ProjectRow[]): Promise<number> {
  const ids = rows.map((row) => row.id);
  const [found] = await database.client.$queryRaw<{ storedBytes: number }[]>`
    SELECT coalesce(sum(pg_column_size("document")), 0)::int AS "storedBytes" FROM "Project" WHERE "id" = ANY(${ids})`;
  return found?.storedBytes ?? 0;
}

async function withClips({ database }: ApiDeps, rows: ProjectRow[]): Promise<ProjectRecord[]> {
  const ids = rows.map((row) => row.id);
  const found = await database.client.$queryRaw<{ id: string; text: string }[]>`
    SELECT "id", "document"::text AS "text" FROM "Project" WHERE "id" = ANY(${ids})`;
  const texts = new Map(found.map(({ id, text }) => [id, text]));
  return rows.flatMap((row) => {
    const text = texts.get(row.id);
    return text === undefined ? [] : [projectRecord(row, parseDocument(JSON.parse(text)), 'clips')];
  });
}

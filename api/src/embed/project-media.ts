import { CLIP_SOURCE_POSITIONS } from '@framemill/timeline/rendering';
import type { ApiDeps } from '../deps.ts';

/** Pattern of a media id, which is also part of the address of the file. */
const MEDIA_ID = /med_[0-9a-f]{32}/g;

/** JSON paths of all sources in a document. */
const SOURCE_PATHS = CLIP_SOURCE_POSITIONS.flatMap(({ path }) => {
  const steps = path.map((step) => (step === '*' ? '[*]' : `.${step}`)).join('');
  return [`$.clips[*]${steps}`, `$.compositions[*].clips[*]${steps}`];
});

/**
 * Returns the ids of the media that the clips of a project use, also inside compositions, as sources, masks, LUTs and
 * fonts.
 */
export async function mediaOfProject(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  projectId: string,
): Promise<Set<string>> {
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT substring(source.value #>> '{}' FROM 'med_[0-9a-f]{32}') AS "id"
    FROM "Project" p
    CROSS JOIN unnest(${SOURCE_PATHS}::text[]) AS place(path)
    CROSS JOIN LATERAL jsonb_path_query(p."document", place.path::jsonpath) AS source(value)
    WHERE p."id" = ${projectId} AND source.value #>> '{}' ~ 'med_[0-9a-f]{32}'`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the media ids in the strings of a JSON value, without duplicates. */
export function mediaNamedIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value ?? null).match(MEDIA_ID))];
}

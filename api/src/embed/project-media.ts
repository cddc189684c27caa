import { type Document, FramemillError } from '@framemill/timeline';
import { CLIP_SOURCE_POSITIONS, clipSources } from '@framemill/timeline/rendering';
import type { EmbedReach } from '../auth/embed-permissions.ts';
import type { ApiDeps } from '../deps.ts';
import { mediaIdsIn } from '../ids.ts';

/** JSON paths of all sources in a document. */
const SOURCE_PATHS = CLIP_SOURCE_POSITIONS.map(({ path }) => {
  const steps = path.map((step) => (step === '*' ? '[*]' : `.${step}`));
  return `$.clips[*]${steps.join('')}`;
});

/** Returns the ids of the media that the clips of a project use, as sources, masks, LUTs and fonts. */
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
  return mediaIdsIn(JSON.stringify(value ?? null));
}

/**
 * Throws `insufficient_scope` when a document whose variables were filled uses media that neither the stored document
 * uses nor the session uploaded. Several values together can form the id of a file that no call names.
 */
export function requireOwnSources(reach: EmbedReach | undefined, stored: Document, filled: Document): void {
  if (!reach || stored === filled) return;
  const own = new Set([...mediaUsedBy(stored), ...reach.mediaIds]);
  const foreign = mediaUsedBy(filled).find((id) => !own.has(id));
  if (foreign !== undefined) throw foreignMedia(foreign, reach);
}

/** Returns the error for media that an embed session cannot reach. */
export function foreignMedia(id: string, { permissions }: EmbedReach): FramemillError {
  const message = `An embed session can use media of its project and its own uploads. ${id} is neither.`;
  return new FramemillError('insufficient_scope', message, { granted: permissions });
}

function mediaUsedBy({ clips }: Document): string[] {
  return mediaNamedIn(clips.flatMap(clipSources).map(({ src }) => src));
}

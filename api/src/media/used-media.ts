import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Projects, and clips of each, that the error names at most. */
const MOST_NAMED = 10;

interface User {
  id: string;
  name: string;
  clipIds: string[];
}

/**
 * Throws 409 `invalid_request` (`conflictCode: media_in_use`) while a project of the account, or a render of it that has not ended,
 * uses a media file: as a source, a mask, a LUT or a font. Reads every document of the account inside the database. A command that
 * runs at the same moment may still begin to use the file; its clip then has an unknown source, which renders say.
 */
export async function refuseUsedMedia(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  { id, accountId, sha256, name }: { id: string; accountId: string; sha256: string; name: string },
): Promise<void> {
  // Ids are 128 random bits, and the file's address holds its id: looking for it finds every way to name the file.
  const projects = await client.$queryRaw<User[]>`
    SELECT "id", "name", ARRAY(
      SELECT clip->>'id' FROM jsonb_array_elements("document"->'clips') AS clip WHERE strpos(clip::text, ${id}) > 0
      LIMIT ${MOST_NAMED}) AS "clipIds"
    FROM "Project" WHERE "accountId" = ${accountId} AND strpos("document"::text, ${id}) > 0
    ORDER BY "createdAt" DESC, "id" LIMIT ${MOST_NAMED}`;
  const active = { accountId, status: { in: ['PENDING', 'PROCESSING'] }, mediaSha256s: { has: sha256 } };
  const renders = await client.render.findMany({ where: active, select: { id: true }, take: MOST_NAMED });
  if (projects.length === 0 && renders.length === 0) return;
  const [first] = projects;
  const where = first
    ? `the project "${first.name}"${projects.length > 1 ? ` and ${projects.length - 1} more` : ''}. Remove it from there first`
    : `the render ${renders[0]?.id}. Wait for it or cancel it`;
  throw new FramemillError('invalid_request', `The file "${name}" is used by ${where}.`, {
    ...{ conflictCode: 'media_in_use', projects, renderIds: renders.map((render) => render.id) },
  });
}

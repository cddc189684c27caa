import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Maximum number of projects, and of clips of each, that the error lists. */
const MOST_NAMED = 10;

interface User {
  id: string;
  name: string;
  clipIds: string[];
}

/**
 * Throws 409 `invalid_request` (`conflictCode: media_in_use`) while a media file is in use.
 * It is in use by the account's projects and unfinished renders, as a source, a mask, a LUT or a font. The database
 * searches all documents of the account. A command that runs at the same time may still add the file; its clip then has
 * an unknown source, which renders report.
 */
export async function refuseUsedMedia(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  { id, accountId, sha256, name }: { id: string; accountId: string; sha256: string; name: string },
): Promise<void> {
  // Ids are 128 random bits and part of the file's address, so searching for the id finds every reference to the file.
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

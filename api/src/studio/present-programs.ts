import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { type ChangeAuthor, programIdOf } from '../projects/change-journal.ts';
import { authorNames } from '../projects/change-record.ts';
import type { ProjectRow } from '../projects/project-record.ts';
import { touchedSince } from '../projects/touched-parts.ts';

/** Number of a project's last revisions that are searched for changes by programs. */
const SEARCHED_REVS = 200;

/** Maximum number of clips of a program. */
const MOST_CLIPS = 50;

/** Schema of a program that has changed a project a short time ago. */
export const PresentProgramSchema = Type.Object(
  {
    programId: Type.String({ description: 'Id of the program. Changes in events have it too.' }),
    via: Type.String({ description: 'How its changes come in: `api`, `mcp` or `bot`.' }),
    name: Type.String({ description: 'Name of its app, or of the account for a key without one.' }),
    clipIds: Type.Array(Type.String(), { description: 'Clips of its last change.' }),
  },
  { title: 'PresentProgram' },
);

/** Program that has changed a project a short time ago. */
export type PresentProgram = Static<typeof PresentProgramSchema>;

/**
 * Returns the programs (API clients, assistants and bots) that have changed a project in the last 60 s, those with the
 * latest change first.
 */
export async function presentPrograms(
  deps: Pick<ApiDeps, 'database' | 'redis'>,
  accountId: string,
  { id, rev }: Pick<ProjectRow, 'id' | 'rev'>,
): Promise<PresentProgram[]> {
  const { client } = deps.database;
  const changes = await client.$queryRaw<{ rev: number; author: ChangeAuthor }[]>`
    SELECT "rev", "author" FROM "ProjectChange"
    WHERE "projectId" = ${id} AND "rev" > ${rev - SEARCHED_REVS}
      AND "createdAt" > CURRENT_TIMESTAMP - interval '60 seconds'
    ORDER BY "rev" DESC`;
  const last = new Map<string, { rev: number; author: ChangeAuthor }>();
  for (const change of changes) {
    const programId = programIdOf(change.author);
    if (programId !== null && !last.has(programId)) last.set(programId, change);
  }
  if (last.size === 0) return [];
  const authors = [...last.values()].map(({ author }) => author);
  const nameOf = await authorNames(client, { accountId, isOwner: true }, authors);
  return Promise.all(
    [...last].map(async ([programId, { rev: to, author }]) => {
      // The parts are null when too many were changed; the program then has no clips.
      const parts = (await touchedSince(deps, id, to - 1, to)) ?? [];
      const clipIds = [...parts].flatMap((part) => (part.startsWith(CLIP) ? [part.slice(CLIP.length)] : []));
      return { programId, via: author.via, name: nameOf(author), clipIds: clipIds.slice(0, MOST_CLIPS) };
    }),
  );
}

/** Beginning of the part of a document that is a clip. */
const CLIP = 'clip ';

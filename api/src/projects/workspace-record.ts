import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';

/** Workspace as API responses show it. */
export const WorkspaceRecordSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Type.Enum(['owner'], { description: 'What the caller is to it.' }),
    projectCount: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Workspace',
    examples: [
      {
        ...{ id: 'wsp_0123456789abcdef0123456789abcdef', name: 'Spring campaign', role: 'owner', projectCount: 2 },
        ...{ createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' },
      },
    ],
  },
);

/** Prisma `include` that adds the number of projects to a workspace. Every query for workspaces uses it. */
export const withProjectCount = { _count: { select: { projects: true } } } as const;

/** Workspace row of the database with the number of its projects. */
type WorkspaceRow = Prisma.WorkspaceGetPayload<{ include: typeof withProjectCount }>;

/** Builds the record of a workspace row. */
export function workspaceRecord(row: WorkspaceRow): Static<typeof WorkspaceRecordSchema> {
  return {
    id: row.id,
    name: row.name,
    role: 'owner',
    projectCount: row._count.projects,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Creates the error for a missing workspace. Another account's workspace gets the same error. */
export function workspaceNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such workspace. Check its id.');
}

/** Returns a workspace of the account. Throws `not_found`. */
export async function findWorkspace({ database }: ApiDeps, accountId: string, id: string): Promise<WorkspaceRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.workspace.findFirst({ where, include: withProjectCount }) : null;
  if (!row) throw workspaceNotFound();
  return row;
}

/** Throws `not_found` when `id` is not a workspace of the account. Null and undefined are accepted. */
export async function checkWorkspace(deps: ApiDeps, accountId: string, id: string | null | undefined): Promise<void> {
  if (id !== undefined && id !== null) await findWorkspace(deps, accountId, id);
}

/**
 * Awaits a database write that puts a project into a workspace, and returns the result of the write.
 * Throws `not_found` when the workspace was deleted after it was checked.
 */
export async function intoWorkspace<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    // The database refuses references to deleted rows.
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'P2003';
    throw isGone ? workspaceNotFound() : cause;
  }
}

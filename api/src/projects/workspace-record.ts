import { type Prisma, readTotals } from '@framemill/infra';
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

/** Workspace row of the database. */
type WorkspaceRow = Prisma.WorkspaceGetPayload<object>;
/** Record of a workspace. */
type WorkspaceRecord = Static<typeof WorkspaceRecordSchema>;

/** Returns the kind of the total that counts the projects of a workspace. */
const countOf = (workspaceId: string) => `workspace:${workspaceId}` as const;

/** Builds the records of workspaces of one account. Reads the numbers of their projects from kept totals. */
export async function workspaceRecords(
  { database }: Pick<ApiDeps, 'database'>,
  accountId: string,
  rows: readonly WorkspaceRow[],
): Promise<WorkspaceRecord[]> {
  const kinds = rows.map(({ id }) => countOf(id));
  const totals = await readTotals(database.client, accountId, kinds);
  return rows.map(({ id, name, createdAt, updatedAt }) => ({
    ...{ id, name, role: 'owner' as const, projectCount: totals[countOf(id)]?.count ?? 0 },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  }));
}

/** Builds the record of one workspace like `workspaceRecords`. */
export async function workspaceRecord(deps: Pick<ApiDeps, 'database'>, row: WorkspaceRow): Promise<WorkspaceRecord> {
  const [record] = await workspaceRecords(deps, row.accountId, [row]);
  if (record === undefined) throw workspaceNotFound();
  return record;
}

/** Removes the kept total of a workspace that was deleted, whose projects are in no workspace now. */
export async function forgetCount({ database }: Pick<ApiDeps, 'database'>, accountId: string, workspaceId: string) {
  await database.client.total.deleteMany({ where: { accountId, kind: countOf(workspaceId) } });
}

/** Creates the error for a missing workspace. Another account's workspace gets the same error. */
export function workspaceNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such workspace. Check its id.');
}

/** Returns a workspace of the account. Throws `not_found`. */
export async function findWorkspace({ database }: ApiDeps, accountId: string, id: string): Promise<WorkspaceRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.workspace.findFirst({ where }) : null;
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

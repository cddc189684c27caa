import type { Prisma } from '@framemill/infra';
import Type, { type Static } from 'typebox';

/** A workspace as answers show it. */
export const WorkspaceRecordSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner'], { description: 'What the caller is to it.' }),
  projectCount: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});

/** What a query for workspaces includes. */
export const withProjectCount = { _count: { select: { projects: true } } } as const;

/** A workspace row of the database with the number of its projects. */
export type WorkspaceRow = Prisma.WorkspaceGetPayload<{ include: typeof withProjectCount }>;

/** The record of a row. */
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

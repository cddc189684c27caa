import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';

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

/** Prisma `include` of every query for workspaces. */
export const withProjectCount = { _count: { select: { projects: true } } } as const;

/** Workspace row of the database with the number of its projects. */
export type WorkspaceRow = Prisma.WorkspaceGetPayload<{ include: typeof withProjectCount }>;

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

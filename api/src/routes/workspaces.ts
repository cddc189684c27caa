import { Type } from '@framemill/timeline/typebox';
import { DeletedSchema, deleteOwn } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { newId } from '../ids.ts';
import { IdParams, NameSchema } from '../projects/fields.ts';
import {
  findWorkspace,
  forgetCount,
  WorkspaceRecordSchema,
  workspaceNotFound,
  workspaceRecord,
  workspaceRecords,
} from '../projects/workspace-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the workspaces of the account: GET /v1/workspaces. */
export const listWorkspaces = defineRoute({
  name: 'list-workspaces',
  method: 'GET',
  path: '/workspaces',
  access: 'projects.read',
  summary: 'List workspaces',
  description: 'Lists the workspaces of the account, newest first.',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    workspaces: Type.Array(WorkspaceRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }, { title: 'Two at a time', query: { limit: 2 } }],
  async handle({ query, caller }, deps) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await deps.database.client.workspace.findMany({
      where: { accountId: caller.accountId, ...afterCursor(query.cursor, 'wsp') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { workspaces: await workspaceRecords(deps, caller.accountId, page), nextCursor };
  },
});

/** Route that creates a workspace: POST /v1/workspaces. */
export const createWorkspace = defineRoute({
  name: 'create-workspace',
  method: 'POST',
  path: '/workspaces',
  access: 'projects.write',
  summary: 'Create a workspace',
  description: 'Creates a workspace: a folder of projects. A project is in one workspace or in none.',
  body: Type.Object({ name: NameSchema }),
  status: 201,
  answer: Type.Object({ workspace: WorkspaceRecordSchema }),
  errors: [],
  examples: [{ title: 'For a campaign', body: { name: 'Spring campaign' } }],
  async handle({ body, caller }, deps) {
    const data = { id: newId('wsp'), accountId: caller.accountId, name: body.name };
    return { workspace: await workspaceRecord(deps, await deps.database.client.workspace.create({ data })) };
  },
});

/** Route that reads a workspace: GET /v1/workspaces/{id}. */
export const getWorkspace = defineRoute({
  name: 'get-workspace',
  method: 'GET',
  path: '/workspaces/:id',
  access: 'projects.read',
  summary: 'Read a workspace',
  description: 'Reads one workspace. Its projects are listed by GET /v1/projects?workspace={id}.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ workspace: WorkspaceRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'One' }],
  async handle({ params, caller }, deps) {
    return { workspace: await workspaceRecord(deps, await findWorkspace(deps, caller.accountId, params.id)) };
  },
});

/** Route that renames a workspace: PATCH /v1/workspaces/{id}. */
export const updateWorkspace = defineRoute({
  name: 'update-workspace',
  method: 'PATCH',
  path: '/workspaces/:id',
  access: 'projects.write',
  summary: 'Rename a workspace',
  description: 'Renames a workspace.',
  params: IdParams,
  body: Type.Object({ name: NameSchema }),
  status: 200,
  answer: Type.Object({ workspace: WorkspaceRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Rename', body: { name: 'Summer campaign' } }],
  async handle({ params, body, caller }, deps) {
    const { id } = await findWorkspace(deps, caller.accountId, params.id);
    // `updateMany` does not fail when the row was deleted at the same moment; the read below then reports it.
    await deps.database.client.workspace.updateMany({ where: { id }, data: { name: body.name } });
    return { workspace: await workspaceRecord(deps, await findWorkspace(deps, caller.accountId, id)) };
  },
});

/** Route that deletes a workspace: DELETE /v1/workspaces/{id}. */
export const deleteWorkspace = defineRoute({
  name: 'delete-workspace',
  method: 'DELETE',
  path: '/workspaces/:id',
  access: 'projects.write',
  summary: 'Delete a workspace',
  description: 'Deletes a workspace; a second call answers 404. Its projects stay, in no workspace.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  async handle({ params, caller: { accountId } }, deps) {
    const deleted = await deleteOwn(deps.database.client.workspace, accountId, params.id, workspaceNotFound);
    await forgetCount(deps, accountId, params.id);
    return deleted;
  },
});

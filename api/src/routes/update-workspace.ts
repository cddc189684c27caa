import { Type } from '@framemill/timeline/typebox';
import { IdParams, NameSchema } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { WorkspaceRecordSchema, workspaceRecord } from '../workspaces/workspace-record.ts';

/** Route that renames a workspace: PATCH /v1/workspaces/{id}. */
export const updateWorkspace = defineRoute({
  name: 'update-workspace',
  method: 'PATCH',
  path: '/workspaces/:id',
  scope: 'projects.write',
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
    return { workspace: workspaceRecord(await findWorkspace(deps, caller.accountId, id)) };
  },
});

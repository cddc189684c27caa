import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { WorkspaceRecordSchema, workspaceRecord } from '../workspaces/workspace-record.ts';

/** Route that reads a workspace: GET /v1/workspaces/{id}. */
export const getWorkspace = defineRoute({
  name: 'get-workspace',
  method: 'GET',
  path: '/workspaces/:id',
  scope: 'projects.read',
  summary: 'Read a workspace',
  description: 'Reads one workspace. Its projects are listed by GET /v1/projects?workspace={id}.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ workspace: WorkspaceRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'One' }],
  async handle({ params, caller }, deps) {
    return { workspace: workspaceRecord(await findWorkspace(deps, caller.accountId, params.id)) };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { IdParams, WorkspaceIdSchema } from '../projects/fields.ts';
import { listRecords } from '../projects/list-records.ts';
import { ProjectRecordSchema } from '../projects/project-record.ts';
import { placeProject, projectNotFound } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { checkWorkspace } from '../workspaces/find-workspace.ts';

/** Route that moves a project into a workspace or out of one: PUT /v1/projects/{id}/workspace. */
export const moveProject = defineRoute({
  name: 'move-project',
  method: 'PUT',
  path: '/projects/:id/workspace',
  scope: 'projects.write',
  summary: 'Move a project to a workspace',
  description: 'Puts a project into a workspace, or with null into none. The document and its `rev` stay as they are.',
  params: IdParams,
  body: Type.Object({ workspaceId: WorkspaceIdSchema }),
  status: 200,
  answer: Type.Object({ project: ProjectRecordSchema }),
  errors: ['not_found'],
  examples: [
    { title: 'Into a workspace', body: { workspaceId: '{workspaceId}' } },
    { title: 'Out of its workspace', body: { workspaceId: null } },
  ],
  async handle({ params, body, caller }, deps) {
    const { accountId } = caller;
    await checkWorkspace(deps, accountId, body.workspaceId);
    const row = await placeProject(deps, accountId, params.id, body.workspaceId);
    const [project] = await listRecords(deps, [row], 'summary');
    // The project was deleted at the same moment.
    if (!project) throw projectNotFound();
    return { project };
  },
});

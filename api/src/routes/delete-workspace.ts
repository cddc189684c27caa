import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { DeletedSchema, deleteOwn } from '../routing/delete-own.ts';
import { workspaceNotFound } from '../workspaces/find-workspace.ts';

/** Route that deletes a workspace: DELETE /v1/workspaces/{id}. */
export const deleteWorkspace = defineRoute({
  name: 'delete-workspace',
  method: 'DELETE',
  path: '/workspaces/:id',
  scope: 'projects.write',
  summary: 'Delete a workspace',
  description: 'Deletes a workspace; a second call answers 404. Its projects stay, in no workspace.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, caller }, { database }) =>
    deleteOwn(database.client.workspace, caller.accountId, params.id, workspaceNotFound),
});

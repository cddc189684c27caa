import { IdParams } from '../projects/fields.ts';
import { projectNotFound } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { DeletedSchema, deleteOwn } from '../routing/delete-own.ts';

/** Route that deletes a project: DELETE /v1/projects/{id}. */
export const deleteProject = defineRoute({
  name: 'delete-project',
  method: 'DELETE',
  path: '/projects/:id',
  scope: 'projects.write',
  summary: 'Delete a project',
  description: 'Deletes a project; a second call answers 404. Its renders and media stay.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, caller }, { database }) =>
    deleteOwn(database.client.project, caller.accountId, params.id, projectNotFound),
});

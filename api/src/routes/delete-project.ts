import Type from 'typebox';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { projectNotFound } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** DELETE /v1/projects/{id} */
export const deleteProject = defineRoute({
  name: 'delete-project',
  method: 'DELETE',
  path: '/projects/:id',
  scope: 'projects.write',
  summary: 'Delete a project',
  description: 'Deletes a project; a second call answers 404. Its renders and media stay.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  async handle({ params, caller }, { database }) {
    const { id } = params;
    const where = { id, accountId: caller.accountId };
    const { count } = isIdLike(id) ? await database.client.project.deleteMany({ where }) : { count: 0 };
    if (count === 0) throw projectNotFound();
    return { id, deleted: true as const };
  },
});

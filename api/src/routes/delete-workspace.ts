import Type from 'typebox';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { workspaceNotFound } from '../workspaces/find-workspace.ts';

/** DELETE /v1/workspaces/{id} */
export const deleteWorkspace = defineRoute({
  name: 'delete-workspace',
  method: 'DELETE',
  path: '/workspaces/:id',
  scope: 'projects.write',
  summary: 'Delete a workspace',
  description: 'Deletes a workspace; a second call answers 404. Its projects stay, in no workspace.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  async handle({ params, caller }, { database }) {
    const { id } = params;
    const where = { id, accountId: caller.accountId };
    const { count } = isIdLike(id) ? await database.client.workspace.deleteMany({ where }) : { count: 0 };
    if (count === 0) throw workspaceNotFound();
    return { id, deleted: true as const };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { accountFactFields } from '../../account/account-facts.ts';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { copyProject } from '../../projects/copy-project.ts';
import { IdParams } from '../../projects/fields.ts';

/** Route `POST /api/studio/projects/{id}/duplicate`: copies a project into the same workspace. */
export const duplicateProject = defineConsoleRoute({
  name: 'duplicate-project',
  method: 'POST',
  path: '/api/studio/projects/:id/duplicate',
  access: 'session',
  summary: 'Make a copy of a project, as it is now, in the same workspace',
  params: IdParams,
  status: 201,
  answer: Type.Object({ project: Type.Object({ id: Type.String(), name: Type.String() }) }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [{ title: 'Duplicate' }],
  async handle({ params: { id }, session: { accountId } }, deps) {
    const where = { id: accountId };
    const account = await deps.database.client.account.findUniqueOrThrow({ where, select: accountFactFields });
    return { project: await copyProject(deps, { accountId, plan: deps.plans.of(account) }, id) };
  },
});

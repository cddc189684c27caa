import { Type } from '@framemill/timeline/typebox';
import { accountFactFields } from '../../account/account-facts.ts';
import type { Caller } from '../../auth/caller.ts';
import { copyComments } from '../../comments/comment-store.ts';
import type { ApiDeps } from '../../deps.ts';
import { isIdLike, newId } from '../../ids.ts';
import { lockAccountRow } from '../../lock-account-row.ts';
import { IdParams } from '../../projects/fields.ts';
import { projectNotFound, tooManyProjects } from '../../projects/project-store.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Maximum length of a project's name, in characters. */
const LONGEST_NAME = 200;

/**
 * Copies a project of the account with its comments, whatever its size. The database copies the document without
 * sending it here. Throws `not_found`, and `quota_exceeded` when the plan's number of projects is reached.
 */
function copyProject(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  id: string,
): Promise<{ id: string; name: string }> {
  if (!isIdLike(id)) throw projectNotFound();
  return client.$transaction(async (tx) => {
    await lockAccountRow(tx, accountId);
    const found = await tx.project.findFirst({ where: { id, accountId }, select: { name: true } });
    if (!found) throw projectNotFound();
    const count = plan.maxProjects === null ? 0 : await tx.project.count({ where: { accountId } });
    if (plan.maxProjects !== null && count >= plan.maxProjects) throw tooManyProjects(count, plan.maxProjects);
    const copyId = newId('prj');
    const name = `${[...found.name].slice(0, LONGEST_NAME - 5).join('')} copy`;
    const now = new Date();
    await tx.$executeRaw`
      INSERT INTO "Project" ("id", "accountId", "name", "document", "rev", "clipCount", "durationSec", "createdAt",
        "updatedAt", "workspaceId", "mediaIds", "mediaRev")
      SELECT ${copyId}, "accountId", ${name}, jsonb_set("document", '{settings,name}', to_jsonb(${name}::text)), 1,
        "clipCount", "durationSec", ${now}, ${now}, "workspaceId", "mediaIds", 1
          FROM "Project" WHERE "id" = ${id} AND "accountId" = ${accountId}`;
    await copyComments(tx, id, copyId);
    return { id: copyId, name };
  });
}

/** Route `POST /api/studio/projects/{id}/duplicate`: copies a project into the same workspace. */
export const duplicateProject = defineRoute({
  name: 'duplicate-project',
  method: 'POST',
  path: '/api/studio/projects/:id/duplicate',
  access: 'session',
  summary: 'Make a copy of a project, as it is now and with its comments, in the same workspace',
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

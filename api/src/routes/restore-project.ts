import { Type } from '@framemill/timeline/typebox';
import { againWhenStale } from '../projects/again-when-stale.ts';
import { BatchIdSchema } from '../projects/command-batch.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { documentAt } from '../projects/past-document.ts';
import { loadProject } from '../projects/project-store.ts';
import { PastAnswerSchema, savePast } from '../projects/save-past.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum attempts when another save comes in between. */
const TRIES = 4;

/** Route that restores an earlier revision of a project: POST /v1/projects/{id}/restore. */
export const restoreProject = defineRoute({
  name: 'restore-project',
  method: 'POST',
  path: '/projects/:id/restore',
  scope: 'projects.write',
  summary: 'Restore a project',
  description:
    'Makes the project again what it was at `rev`. That is a change like others, which can be undone: what came after `rev` stays in the history.',
  params: IdParams,
  body: Type.Object({ rev: Type.Integer({ minimum: 1, maximum: LARGEST_REV }), batchId: Type.Optional(BatchIdSchema) }),
  status: 200,
  answer: PastAnswerSchema,
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'As it was made', body: { rev: 1 } }],
  async handle({ params, body, caller }, deps) {
    return againWhenStale(TRIES, async () => {
      const project = await loadProject(deps, caller.accountId, params.id);
      const note = { batchId: body.batchId, restores: body.rev };
      return savePast(deps, caller, project, note, () => documentAt(deps, project, body.rev));
    });
  },
});

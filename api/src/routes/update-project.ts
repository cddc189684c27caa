import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { applyBatch } from '../projects/apply-batch.ts';
import { authorOf } from '../projects/change-journal.ts';
import { IdParams, NameSchema } from '../projects/fields.ts';
import { ProjectRecordSchema, projectSummary } from '../projects/project-record.ts';
import { loadProject, saveDocument } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that renames a project: PATCH /v1/projects/{id}. */
export const updateProject = defineRoute({
  name: 'update-project',
  method: 'PATCH',
  path: '/projects/:id',
  scope: 'projects.write',
  summary: 'Rename a project',
  description: 'Renames a project by the command setProjectSettings, so that the document and the record agree.',
  params: IdParams,
  body: Type.Object({ name: NameSchema }),
  status: 200,
  answer: Type.Object({ project: ProjectRecordSchema }),
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'Rename', body: { name: 'Second cut' } }],
  async handle({ params, body, caller }, deps) {
    const project = await loadProject(deps, caller.accountId, params.id);
    const command = { op: 'setProjectSettings', name: body.name };
    const batch = await applyBatch(deps, caller, project.document, [command]);
    const [result] = batch.results;
    if (!result?.ok) throw new FramemillError('invalid_request', result?.error ?? 'The name was refused.');
    const row = await saveDocument(deps, caller.accountId, project, batch.document, {
      ...{ author: authorOf(caller, 'api'), commands: [command], results: batch.results },
    });
    return { project: projectSummary(row, batch.document) };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { IdParams, LARGEST_REV, ViewSchema } from '../projects/fields.ts';
import { documentAt } from '../projects/past-document.ts';
import { FullProjectSchema, projectRecord } from '../projects/project-record.ts';
import { loadProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that reads a project, optionally at an earlier revision: GET /v1/projects/{id}. */
export const getProject = defineRoute({
  name: 'get-project',
  method: 'GET',
  path: '/projects/:id',
  scope: 'projects.read',
  summary: 'Read a project',
  description: 'Reads one project: `summary`, `clips` (default: tracks and clip summaries) or the whole `document`.',
  params: IdParams,
  query: Type.Object({
    view: Type.Optional(ViewSchema),
    rev: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_REV,
        description: 'The tracks, clips and document as they were at this rev.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({ project: FullProjectSchema }),
  errors: ['not_found'],
  examples: [{ title: 'With clips' }, { title: 'The document', query: { view: 'document' } }],
  async handle({ params, query, caller }, deps) {
    const project = await loadProject(deps, caller.accountId, params.id);
    const document = await documentAt(deps, project, query.rev ?? project.row.rev);
    return {
      project: { ...projectRecord(project.row, document, query.view ?? 'clips'), rev: query.rev ?? project.row.rev },
    };
  },
});

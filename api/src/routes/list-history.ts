import { Type } from '@framemill/timeline/typebox';
import { changesBefore } from '../projects/change-journal.ts';
import { HistoryEntrySchema, historyEntries } from '../projects/change-record.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { findProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the changes of a project, newest first: GET /v1/projects/{id}/history. */
export const listHistory = defineRoute({
  name: 'list-history',
  method: 'GET',
  path: '/projects/:id/history',
  scope: 'projects.read',
  summary: 'List the changes of a project',
  description:
    'Lists who changed what and when, newest first. The last 2,000 changes are kept, or 64 MB of them. GET /v1/projects/{id}?rev= reads the ' +
    'project as it was, POST /v1/projects/{id}/restore makes that the present one.',
  params: IdParams,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Entries per page (default 50).' })),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_REV,
        description: 'Changes before this rev only: `nextBefore` of the page before.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    rev: Type.Integer({ description: 'The present rev.' }),
    entries: Type.Array(HistoryEntrySchema),
    nextBefore: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The last changes' }],
  async handle({ params, query, caller }, deps) {
    const { id, rev } = await findProject(deps, caller.accountId, params.id);
    const limit = query.limit ?? 50;
    const stored = await changesBefore(deps, id, query.before ?? rev + 1, limit + 1);
    const page = stored.slice(0, limit);
    const entries = await historyEntries(deps, caller.accountId, page);
    return { rev, entries, nextBefore: stored.length > limit ? (page.at(-1)?.rev ?? null) : null };
  },
});

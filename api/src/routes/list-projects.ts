import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { ViewSchema } from '../projects/fields.ts';
import { listRecords, rowsThatFit } from '../projects/list-records.ts';
import { ProjectRecordSchema } from '../projects/project-record.ts';
import { projectColumns } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { checkWorkspace } from '../workspaces/find-workspace.ts';

const NO_DOCUMENTS =
  'Documents are not listed: view=document shows clips here. Read GET /v1/projects/{id}?view=document.';

/** Route that lists the projects of the account: GET /v1/projects. */
export const listProjects = defineRoute({
  name: 'list-projects',
  method: 'GET',
  path: '/projects',
  scope: 'projects.read',
  summary: 'List projects',
  description: 'Lists the projects of the account, newest first. Documents are not listed.',
  query: Type.Object({
    view: Type.Optional(ViewSchema),
    workspace: Type.Optional(Type.String({ maxLength: 64, description: 'Only the projects of this workspace.' })),
    ...PagingQuery,
  }),
  status: 200,
  answer: Type.Object({
    projects: Type.Array(ProjectRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    note: Type.Optional(Type.String()),
  }),
  errors: ['not_found'],
  examples: [
    { title: 'The first page' },
    { title: 'Ten, with clips', query: { limit: 10, view: 'clips' } },
    { title: 'Documents are refused with a note', query: { view: 'document' } },
  ],
  async handle({ query, caller }, deps) {
    const { workspace: workspaceId } = query;
    await checkWorkspace(deps, caller.accountId, workspaceId);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await deps.database.client.project.findMany({
      where: {
        accountId: caller.accountId,
        ...(workspaceId === undefined ? {} : { workspaceId }),
        ...afterCursor(query.cursor, 'prj'),
      },
      orderBy: newestFirst,
      take: limit + 1,
      select: projectColumns,
    });
    const withClips = query.view === 'clips' || query.view === 'document';
    const { page, nextCursor } = pageOf(rows, withClips ? rowsThatFit(rows, limit) : limit);
    const projects = await listRecords(deps, page, withClips ? 'clips' : 'summary');
    return { projects, nextCursor, ...(query.view === 'document' ? { note: NO_DOCUMENTS } : {}) };
  },
});

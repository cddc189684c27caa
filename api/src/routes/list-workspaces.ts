import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { defineRoute } from '../routing/define-route.ts';
import { WorkspaceRecordSchema, withProjectCount, workspaceRecord } from '../workspaces/workspace-record.ts';

/** Route that lists the workspaces of the account: GET /v1/workspaces. */
export const listWorkspaces = defineRoute({
  name: 'list-workspaces',
  method: 'GET',
  path: '/workspaces',
  scope: 'projects.read',
  summary: 'List workspaces',
  description: 'Lists the workspaces of the account, newest first.',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    workspaces: Type.Array(WorkspaceRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }, { title: 'Two at a time', query: { limit: 2 } }],
  async handle({ query, caller }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.workspace.findMany({
      where: { accountId: caller.accountId, ...afterCursor(query.cursor, 'wsp') },
      orderBy: newestFirst,
      take: limit + 1,
      include: withProjectCount,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { workspaces: page.map(workspaceRecord), nextCursor };
  },
});

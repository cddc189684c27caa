import type { Database } from '@framemill/infra';
import { renderRecord } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { projectNotFound } from '../projects/project-store.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists renders of a project or of the account: GET /v1/renders. */
export const listRenders = defineRoute({
  name: 'list-renders',
  method: 'GET',
  path: '/renders',
  scope: 'render.read',
  summary: 'List renders',
  description: "Lists a project's renders, or without `projectId` those of the account, newest first.",
  query: Type.Object({ projectId: Type.Optional(Type.String()), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    renders: Type.Array(RenderRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Of the account' }, { title: 'Of a project', query: { projectId: '{projectId}', limit: 20 } }],
  async handle({ query, caller }, { database, apiHost }) {
    const { accountId } = caller;
    const { projectId } = query;
    if (projectId !== undefined) await requireProject(database, accountId, projectId);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.render.findMany({
      where: {
        accountId,
        parentId: null,
        ...(projectId === undefined ? {} : { projectId }),
        ...afterCursor(query.cursor, 'rnd'),
      },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { renders: page.map((row) => renderAnswer({ apiHost }, renderRecord(row))), nextCursor };
  },
});

// Renders outlive their project: an id with renders of this account is valid even if the project was deleted.
async function requireProject(database: Database, accountId: string, projectId: string): Promise<void> {
  if (!isIdLike(projectId)) throw projectNotFound();
  const project = await database.client.project.findFirst({
    where: { id: projectId, accountId },
    select: { id: true },
  });
  if (project) return;
  const render = await database.client.render.findFirst({ where: { projectId, accountId }, select: { id: true } });
  if (!render) throw projectNotFound();
}

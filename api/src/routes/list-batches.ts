import { batchColumns } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { batchAnswers } from '../batches/batch-answer.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the batches of the account: GET /v1/batches. */
export const listBatches = defineRoute({
  name: 'list-batches',
  method: 'GET',
  path: '/batches',
  scope: 'render.read',
  summary: 'List batches',
  description: 'Lists the batches of the account, newest first.',
  query: Type.Object({ projectId: Type.Optional(Type.String()), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    batches: Type.Array(BatchRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The newest', query: { limit: 10 } }],
  async handle({ query, caller }, deps) {
    const { projectId, limit = DEFAULT_PAGE_SIZE } = query;
    const rows = await deps.database.client.batch.findMany({
      where: {
        accountId: caller.accountId,
        ...(projectId === undefined ? {} : { projectId }),
        ...afterCursor(query.cursor, 'bat'),
      },
      select: batchColumns,
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { batches: await batchAnswers(deps, page), nextCursor };
  },
});

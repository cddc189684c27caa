import { batchItemStatuses } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { indexOfCursor, itemCursor, ownBatch, readItems } from '../batches/batch-items.ts';
import { BatchItemSchema } from '../batches/batch-schema.ts';
import { DEFAULT_PAGE_SIZE, PagingQuery } from '../http/paging.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the items of a batch: GET /v1/batches/{id}/items. */
export const listBatchItems = defineRoute({
  name: 'list-batch-items',
  method: 'GET',
  path: '/batches/:id/items',
  scope: 'render.read',
  summary: 'Items of a batch',
  description: 'Lists the items of a batch in their order, all or those of one status.',
  params: IdParams,
  query: Type.Object({ status: Type.Optional(Type.Enum([...batchItemStatuses])), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    items: Type.Array(BatchItemSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }, { title: 'What failed', query: { status: 'FAILED' } }],
  async handle({ params, query, caller }, deps) {
    const { id } = await ownBatch(deps, caller.accountId, params.id);
    const { limit = DEFAULT_PAGE_SIZE, status } = query;
    const from = indexOfCursor(query.cursor);
    const rows = await readItems(deps, id, { from, limit: limit + 1, ...(status === undefined ? {} : { status }) });
    const next = rows[limit];
    return { items: rows.slice(0, limit), nextCursor: next ? itemCursor(next.index) : null };
  },
});

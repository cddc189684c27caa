import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { EndpointRecordSchema, endpointRecord } from '../../webhooks/endpoint-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/webhooks`: lists the account's webhook endpoints, newest first. */
export const listWebhooks = defineConsoleRoute({
  name: 'list-webhooks',
  method: 'GET',
  path: '/api/developer/webhooks',
  access: 'session',
  summary: 'List webhook endpoints, newest first',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    endpoints: Type.Array(EndpointRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.webhookEndpoint.findMany({
      // Endpoints of single batches are not listed; they exist only as long as their batch.
      where: { accountId: session.accountId, batchId: null, ...afterCursor(query.cursor, 'whk') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { endpoints: page.map(endpointRecord), nextCursor };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { DestinationRecordSchema, destinationRecord } from '../destinations/destination-record.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the destinations of the account: GET /v1/destinations. */
export const listDestinations = defineRoute({
  name: 'list-destinations',
  method: 'GET',
  path: '/destinations',
  scope: 'render.read',
  summary: 'List destinations',
  description: 'Lists the destinations of the account, newest first, without their credentials.',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    destinations: Type.Array(DestinationRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, caller }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.destination.findMany({
      where: { accountId: caller.accountId, listed: true, ...afterCursor(query.cursor, 'dst') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { destinations: page.map(destinationRecord), nextCursor };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { KeySchema, keyRecord } from '../../apps/key-record.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/keys`: lists the account's API keys, newest first. */
export const listKeys = defineConsoleRoute({
  name: 'list-keys',
  method: 'GET',
  path: '/api/developer/keys',
  access: 'session',
  summary: "List the account's keys by their last four characters, newest first",
  query: Type.Object({ ...PagingQuery, appId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })) }),
  status: 200,
  answer: Type.Object({
    keys: Type.Array(KeySchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session: { accountId } }, { database: { client } }) {
    const { limit = DEFAULT_PAGE_SIZE, cursor, appId } = query;
    const where = { accountId, ...(appId === undefined ? {} : { appId }), ...afterCursor(cursor, 'key') };
    const rows = await client.apiKey.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    return { keys: page.map(keyRecord), nextCursor };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';

/** Route `GET /api/studio/ledger`: lists the account's credit entries, newest first. */
export const listLedger = defineConsoleRoute({
  name: 'list-ledger',
  method: 'GET',
  path: '/api/studio/ledger',
  access: 'session',
  summary: 'What was added to and taken from the credits of the account, newest first',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        delta: Type.Integer({ description: 'Credits; below 0: taken.' }),
        kind: Type.String({ description: 'grant, upgrade, expiry, top_up, charge or refund.' }),
        reason: Type.String(),
        createdAt: Type.String({ format: 'date-time' }),
      }),
    ),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session: { accountId } }, { database: { client } }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const where = { accountId, ...afterCursor(query.cursor, 'led') };
    const rows = await client.ledgerEntry.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    const entries = page.map(({ id, delta, kind, reason, createdAt }) => {
      return { id, delta, kind, reason, createdAt: createdAt.toISOString() };
    });
    return { entries, nextCursor };
  },
});

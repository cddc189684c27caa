import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';

/** Route `GET /api/studio/operators/accounts`: lists and searches accounts, newest first. Admins only. */
export const operatorAccounts = defineConsoleRoute({
  name: 'operator-accounts',
  method: 'GET',
  path: '/api/studio/operators/accounts',
  access: 'admin',
  summary: 'Accounts, newest first',
  query: Type.Object({
    ...PagingQuery,
    search: Type.Optional(
      Type.String({ maxLength: 100, description: 'Part of the address or name, or the beginning of the id.' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    accounts: Type.Array(
      Type.Object({
        id: Type.String(),
        email: Type.String(),
        name: Type.String(),
        plan: Type.String(),
        role: Type.String(),
        status: Type.String(),
        restrictedUntil: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        restrictionReason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        hasOwnLimits: Type.Boolean(),
        projects: Type.Integer(),
        renders: Type.Integer(),
        createdAt: Type.String({ format: 'date-time' }),
      }),
    ),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The first page' }],
  async handle({ query }, { database: { client } }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const search = query.search?.replaceAll('\0', '');
    const contains = { contains: search ?? '', mode: 'insensitive' as const };
    const found = search ? { OR: [{ email: contains }, { name: contains }, { id: { startsWith: search } }] } : {};
    const rows = await client.account.findMany({
      where: { AND: [found, afterCursor(query.cursor, 'acc')] },
      orderBy: newestFirst,
      take: limit + 1,
      include: { _count: { select: { projects: true, renders: true } } },
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return {
      accounts: page.map(({ id, email, name, plan, role, status, limits, createdAt, ...row }) => ({
        ...{ id, email, name, plan, role, status, restrictionReason: row.restrictionReason },
        restrictedUntil: row.restrictedUntil?.toISOString() ?? null,
        hasOwnLimits: limits !== null,
        ...{ projects: row._count.projects, renders: row._count.renders },
        createdAt: createdAt.toISOString(),
      })),
      nextCursor,
    };
  },
});

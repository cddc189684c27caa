import { allAccounts, readTotals, readTotalsOfAll } from '@framemill/infra';
import { limitFields } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, markOf, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { searchAccounts } from '../search-accounts.ts';

const FilesSchema = Type.Object({ count: Type.Integer(), bytes: Type.Number() });

/** Route `GET /api/studio/operators/installation`: returns the installation's providers and storage. Admins only. */
export const operatorInstallation = defineRoute({
  name: 'operator-installation',
  method: 'GET',
  path: '/api/studio/operators/installation',
  access: 'admin',
  summary: 'What this installation is made of: its providers, what is stored, where its figures are',
  status: 200,
  answer: Type.Object({
    providers: Type.Array(
      Type.Object({
        kind: Type.String(),
        names: Type.Array(Type.String(), { description: 'Configured ones, in the order in which they are asked.' }),
      }),
    ),
    storage: Type.Object({ media: FilesSchema, films: FilesSchema, segments: FilesSchema }),
    grafanaUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Where the figures of the metrics are; null: GRAFANA_URL is not set.',
    }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle(_call, { providers, database: { client }, grafanaUrl = null }) {
    const { media, films, testFilms, segments } = await readTotals(client, allAccounts, [
      ...(['media', 'films', 'testFilms', 'segments'] as const),
    ]);
    return {
      providers: Object.entries(providers).map(([kind, configured]) => {
        return { kind, names: configured.map(({ adapter }) => adapter.name) };
      }),
      storage: {
        media: { count: media.count, bytes: media.amount },
        films: { count: films.count + testFilms.count, bytes: films.amount + testFilms.amount },
        segments: { count: segments.count, bytes: segments.amount },
      },
      grafanaUrl,
    };
  },
});

/** Route `GET /api/studio/operators/accounts`: lists and searches accounts, newest first. Admins only. */
export const operatorAccounts = defineRoute({
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
  async handle({ query }, { database }) {
    const { client } = database;
    const { limit = DEFAULT_PAGE_SIZE, cursor } = query;
    const text = query.search?.replaceAll('\0', '') ?? '';
    const after = cursor === undefined ? undefined : markOf(cursor, 'acc');
    const where =
      text === ''
        ? afterCursor(cursor, 'acc')
        : { id: { in: await searchAccounts(database, { text, after, limit: limit + 1 }) } };
    const rows = await client.account.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    const ids = page.map(({ id }) => id);
    const totals = await readTotalsOfAll(client, ids, ['projects', 'renders']);
    return {
      accounts: page.map(({ id, email, name, plan, role, status, limits, createdAt, ...row }) => ({
        ...{ id, email, name, plan, role, status, restrictionReason: row.restrictionReason },
        restrictedUntil: row.restrictedUntil?.toISOString() ?? null,
        hasOwnLimits: limits !== null,
        ...{ projects: totals(id).projects.count, renders: totals(id).renders.count },
        createdAt: createdAt.toISOString(),
      })),
      nextCursor,
    };
  },
});

/** Route `GET /api/studio/operators/plans`: lists the plans with their limits and numbers of accounts. Admins only. */
export const operatorPlans = defineRoute({
  name: 'operator-plans',
  method: 'GET',
  path: '/api/studio/operators/plans',
  access: 'admin',
  summary: 'The plans of this installation, how many accounts are on each, and what each limit means',
  status: 200,
  answer: Type.Object({
    plans: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        features: Type.Array(Type.String()),
        limits: Type.Record(Type.String(), Type.Unsafe<number | null>({ type: ['number', 'null'] })),
        accounts: Type.Integer(),
      }),
    ),
    limits: Type.Array(Type.Object({ name: Type.String(), meaning: Type.String() })),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle(_call, { database: { client }, plans }) {
    const counts = await client.account.groupBy({ by: ['plan'], _count: true });
    const names = Object.keys(limitFields);
    return {
      plans: plans.list.map((plan) => ({
        ...{ id: plan.id, name: plan.name, features: [...plan.features] },
        limits: Object.fromEntries(Object.entries(plan).filter(([name]) => names.includes(name))),
        accounts: counts.find((count) => count.plan === plan.id)?._count ?? 0,
      })),
      limits: Object.entries(limitFields).map(([name, { meaning }]) => ({ name, meaning })),
    };
  },
});

import { allAccounts, readTotals } from '@framemill/infra';
import { limitFields } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { defineRoute } from '../../routing/define-route.ts';

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
    limits: Type.Array(
      Type.Object({
        name: Type.String(),
        meaning: Type.String(),
        least: Type.Integer(),
        most: Type.Integer(),
        orNull: Type.Boolean({ description: 'Whether it may be null, which means unlimited.' }),
      }),
    ),
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
      limits: Object.entries(limitFields).map(([name, { meaning, least, most, orNull }]) => {
        return { name, meaning, least, most, orNull };
      }),
    };
  },
});

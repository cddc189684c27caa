import { limitFields } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/operators/plans`: lists the plans with their limits and accounts. Admins only. */
export const operatorPlans = defineConsoleRoute({
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

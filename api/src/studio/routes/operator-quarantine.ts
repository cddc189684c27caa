import { listQuarantine } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/operators/quarantine`: lists the quarantined media files. Admins only. */
export const operatorQuarantine = defineConsoleRoute({
  name: 'operator-quarantine',
  method: 'GET',
  path: '/api/studio/operators/quarantine',
  access: 'admin',
  summary: 'Files that no render may use, because they ended the processes that read them',
  status: 200,
  answer: Type.Object({
    media: Type.Array(
      Type.Object({
        accountId: Type.String(),
        mediaSha256: Type.String(),
        name: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'null: a segment, or it was deleted.',
        }),
        failures: Type.Integer(),
        error: Type.String(),
        renderId: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The render that met it last. null: the probe of its upload.',
        }),
        quarantinedAt: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle(_call, { database }) {
    const found = await listQuarantine({ database });
    return {
      media: found.map(({ accountId, mediaSha256, name, failures, error, renderId, quarantinedAt }) => {
        return { accountId, mediaSha256, name, failures, error, renderId, quarantinedAt: quarantinedAt.toISOString() };
      }),
    };
  },
});

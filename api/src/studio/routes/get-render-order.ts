import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { IdParams } from '../../projects/fields.ts';
import { RenderBodySchema } from '../../renders/render-body.ts';
import { requireRender } from '../../renders/render-lookup.ts';
import { orderOfRender } from '../../renders/render-order.ts';

/** Route `GET /api/studio/renders/{id}/order`: returns the request that would render the project again. */
export const getRenderOrder = defineConsoleRoute({
  name: 'get-render-order',
  method: 'GET',
  path: '/api/studio/renders/:id/order',
  access: 'session',
  summary: 'What POST /v1/renders takes to make a render again of its project as it is now; null: it is not known',
  params: IdParams,
  status: 200,
  answer: Type.Object({ order: Type.Union([RenderBodySchema, Type.Null()]) }),
  errors: ['not_found'],
  examples: [{ title: 'The order' }],
  async handle({ params: { id }, session: { accountId } }, deps) {
    await requireRender(deps, accountId, id);
    return { order: await orderOfRender(deps, id) };
  },
});

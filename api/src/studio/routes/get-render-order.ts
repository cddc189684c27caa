import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { isIdLike } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { RenderBodySchema } from '../../renders/render-body.ts';
import { orderOfRender } from '../../renders/render-order.ts';

/** GET /api/studio/renders/{id}/order */
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
    const render = isIdLike(id)
      ? await deps.database.client.render.findFirst({ where: { id, accountId }, select: { id: true } })
      : null;
    if (!render) throw new FramemillError('not_found', 'There is no such render.');
    return { order: await orderOfRender(deps, id) };
  },
});

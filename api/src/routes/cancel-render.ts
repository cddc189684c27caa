import { Type } from '@framemill/timeline/typebox';
import { sameNotFound } from '../http/same-not-found.ts';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { renderNotFound } from '../renders/render-lookup.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that cancels a render: POST /v1/renders/{id}/cancel. */
export const cancelRender = defineRoute({
  name: 'cancel-render',
  method: 'POST',
  path: '/renders/:id/cancel',
  scope: 'render.write',
  summary: 'Cancel a render',
  description:
    'Cancels a render that has not finished and gives its export back. A finished render answers 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  conflicts: ['render_finished'],
  examples: [{ title: 'Cancel' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw renderNotFound();
    const cancelled = deps.scheduler.cancel({ accountId: caller.accountId, renderId: params.id });
    return { render: renderAnswer(deps, await sameNotFound(cancelled, renderNotFound)) };
  },
});

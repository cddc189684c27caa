import { Type } from '@framemill/timeline/typebox';
import { NOTHING_TO_RETRY, retryDeliveries } from '../deliveries/retry-deliveries.ts';
import { IdParams } from '../projects/fields.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that sends undelivered files of a render again: POST /v1/renders/{id}/deliveries/retry. */
export const retryDeliveriesRoute = defineRoute({
  name: 'retry-deliveries',
  method: 'POST',
  path: '/renders/:id/deliveries/retry',
  scope: 'render.write',
  summary: 'Deliver again',
  description:
    'Sends the files of a render that were not delivered again, now and with all retries before them: those that failed, and those that wait for ' +
    'their next attempt. They go to the destination as it is now. Without such files: 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  conflicts: [NOTHING_TO_RETRY],
  examples: [{ title: 'Again' }],
  async handle({ params, caller }, deps) {
    return { render: renderAnswer(deps, await retryDeliveries(deps, caller.accountId, params.id)) };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { batchAnswer } from '../batches/batch-answer.ts';
import { batchNotFound } from '../batches/batch-items.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import { sameNotFound } from '../http/same-not-found.ts';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that cancels a batch: POST /v1/batches/{id}/cancel. */
export const cancelBatch = defineRoute({
  name: 'cancel-batch',
  method: 'POST',
  path: '/batches/:id/cancel',
  scope: 'render.write',
  summary: 'Cancel a batch',
  description:
    'Cancels what of a batch has not ended, and gives the exports of its renders back. Finished items stay. A batch that has ended answers ' +
    '409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ batch: BatchRecordSchema }),
  errors: ['not_found'],
  conflicts: ['batch_finished'],
  examples: [{ title: 'Cancel' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw batchNotFound();
    const cancelled = deps.scheduler.cancelBatch({ accountId: caller.accountId, batchId: params.id });
    return { batch: batchAnswer(await sameNotFound(cancelled, batchNotFound)) };
  },
});

import { Type } from '@framemill/timeline/typebox';
import { batchAnswer } from '../batches/batch-answer.ts';
import { batchNotFound } from '../batches/batch-items.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import { sameNotFound } from '../http/same-not-found.ts';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that queues the failed and cancelled items of a batch again: POST /v1/batches/{id}/retry. */
export const retryBatch = defineRoute({
  name: 'retry-batch',
  method: 'POST',
  path: '/batches/:id/retry',
  scope: 'render.write',
  summary: 'Try failed items of a batch again',
  description:
    'Puts the failed and cancelled items of a batch into its queue again, with the project as it was when the batch was made. Finished items stay, ' +
    'and segments that were rendered for the others are not rendered again. A batch that ended more than 30 days ago answers 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({
    batch: BatchRecordSchema,
    items: Type.Integer({ description: 'Items that are tried again.' }),
  }),
  errors: ['not_found'],
  conflicts: ['batch_swept'],
  examples: [{ title: 'Try again' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw batchNotFound();
    const retried = deps.scheduler.retryBatch({ accountId: caller.accountId, batchId: params.id });
    const { batch, items } = await sameNotFound(retried, batchNotFound);
    return { batch: batchAnswer(batch), items };
  },
});
